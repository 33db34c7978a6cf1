import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { docx, p } from './docx/docx-fixture.ts'
import { codeOf, form, longestStall, startDocuments, type DocumentsTest } from './http-fixture.ts'

let documents: DocumentsTest
/** The same, with little patience for a validation. */
let impatient: DocumentsTest

before(async () => {
  documents = await startDocuments()
  impatient = await startDocuments({ validationTimeoutMs: 100 })
})

after(async () => {
  await documents.stop()
  await impatient.stop()
})

const HELLO = docx(p('Hola {a}'))
// Far above what an honest request takes of this thread, far below what these schemas would take if they were let.
const STALL_MS = 150

/** Definitions that each refer twice to the next one: 2 to the power of `levels` validations. */
function doubling(levels: number, refer: (name: string) => object): object {
  const definitions = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      `d${level}`,
      refer(`#/definitions/d${level + 1}`),
    ]),
  )
  return {
    definitions: { ...definitions, [`d${levels}`]: { type: 'string' } },
    $ref: '#/definitions/d0',
  }
}

const many = Array.from({ length: 1_500 }, (_, index) => ({ index: { nested: [index] } }))
const ENDLESS: readonly (readonly [name: string, schema: object | string, data: object])[] = [
  ['a reference to itself', { $ref: '#' }, {}],
  ['a reference to itself among others', { allOf: [{ $ref: '#' }, { type: 'object' }] }, {}],
  [
    'two definitions that refer to each other',
    {
      definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } },
      $ref: '#/definitions/a',
    },
    {},
  ],
  [
    'references that double at each level',
    doubling(40, ($ref) => ({ anyOf: [{ $ref }, { $ref }] })),
    {},
  ],
  [
    'references that double, each with its own violations',
    doubling(40, ($ref) => ({ allOf: [{ $ref }, { $ref }], minProperties: 1 })),
    {},
  ],
  [
    'a pattern of nested repetition',
    { properties: { a: { pattern: '^(a+)+$' } } },
    { a: `${'a'.repeat(40)}!` },
  ],
  [
    'such a pattern whose keyword is written with an escape',
    String.raw`{"properties":{"a":{"p\u0061ttern":"^(a+)+$"}}}`,
    { a: `${'a'.repeat(40)}!` },
  ],
  [
    'such a pattern for the names of properties',
    { patternProperties: { '^(a+)+$': {} } },
    { [`${'a'.repeat(40)}!`]: 1 },
  ],
  [
    'a large list of objects that must differ',
    { properties: { a: { uniqueItems: true } } },
    { a: many },
  ],
]

for (const [index, [name, schema, data]] of ENDLESS.entries()) {
  test(`${name} in a schema is never 500: it is refused, or ends in bounded time while the service answers`, async () => {
    const slug = `sin-fin-${index}`
    const text = typeof schema === 'string' ? schema : JSON.stringify(schema)
    const upload = await impatient.client.post(
      '/templates',
      form({ slug, file: HELLO, schema: text }),
    )
    if (upload.status === 400)
      return assert.deepEqual(upload.json.error.details.issues[0].path, ['schema'])
    assert.equal(upload.status, 201)
    const rendering = impatient.render(slug, data)
    const longestMs = await longestStall(impatient, rendering)
    const answer = await rendering
    assert.ok([200, 422].includes(answer.status), `${answer.status}: ${answer.text.slice(0, 300)}`)
    assert.ok(longestMs < STALL_MS, `health waited for ${longestMs} ms of work`)
    return undefined
  })
}

/** The processor time that this process spent on work, all of its threads together; milliseconds. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

test('what comes after schemas without end is validated as ever', async () => {
  await impatient.upload('despues', HELLO, {
    required: ['a'],
    properties: { a: { type: 'string' } },
  })
  assert.equal((await impatient.render('despues', { a: 'x' })).status, 200)
  const answer = await impatient.render('despues', { a: 5 })
  assert.deepEqual([answer.status, answer.json.error.details.errors[0].instancePath], [422, '/a'])
})

test('a schema of 256 KiB is taken and one byte more is 400 INVALID_INPUT', async () => {
  const limit = 256 * 1024
  const padded = (bytes: number) => `{"description":"${'x'.repeat(bytes - 18)}"}`
  assert.equal(padded(limit).length, limit)
  const upload = (slug: string, schema: string) =>
    documents.client.post('/templates', form({ slug, file: HELLO, schema }))
  assert.equal((await upload('justo', padded(limit))).status, 201)
  const more = await upload('pasado', padded(limit + 1))
  assert.deepEqual([more.status, codeOf(more)], [400, 'INVALID_INPUT'])
  assert.deepEqual(more.json.error.details.issues[0].path, ['schema'])
})

test('a schema of very many properties, or very deep, stalls nobody and is compiled once', async () => {
  const names = Array.from({ length: 4_000 }, (_, index) => `p${index}`)
  const wide = { properties: Object.fromEntries(names.map((name) => [name, { minLength: 1 }])) }
  const uploading = documents.upload('ancho', HELLO, wide)
  const stallMs = await longestStall(documents, uploading)
  assert.equal((await uploading).status, 201)
  assert.ok(stallMs < STALL_MS, `health waited ${stallMs} ms`)
  // The first one compiles it in its thread; twenty more take less of this process than four of the first.
  const first = await cpuOf(() => documents.render('ancho', {}))
  const others = await cpuOf(async () => {
    for (let count = 0; count < 20; count += 1) {
      const answer = await documents.render('ancho', { p5: '' })
      assert.equal(answer.json.error.details.errors[0].keyword, 'minLength')
    }
  })
  assert.ok(others < 4 * first, `twenty took ${others} ms, the first ${first} ms`)
  const deep = `${'{"items":'.repeat(20_000)}{}${'}'.repeat(20_000)}`
  const answer = await documents.client.post(
    '/templates',
    form({ slug: 'hondo', file: HELLO, schema: deep }),
  )
  assert.deepEqual([answer.status, codeOf(answer)], [400, 'INVALID_INPUT'])
})

test('a violation names all faults of the data, and at most 1000', async () => {
  const { a } = { a: { items: { type: 'string' } } }
  await documents.upload('faltas', HELLO, { properties: { a } })
  const answer = await documents.render('faltas', { a: Array.from({ length: 5_000 }, () => 1) })
  const { errors } = answer.json.error.details
  assert.equal(errors.length, 1_000)
  assert.deepEqual(errors[7], {
    instancePath: '/a/7',
    schemaPath: '#/properties/a/items/type',
    keyword: 'type',
    params: { type: 'string' },
    message: 'must be string',
  })
})

test('the draft that a schema names decides what its words mean', async () => {
  const drafts = [
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
  ]
  const statuses: number[] = []
  for (const [index, $schema] of drafts.entries()) {
    await documents.upload(`borrador-${index}`, HELLO, {
      $schema,
      properties: { a: { prefixItems: [{ type: 'string' }] } },
    })
    statuses.push((await documents.render(`borrador-${index}`, { a: [5] })).status)
  }
  assert.deepEqual(statuses, [200, 200, 422])
})

test('true allows every data, false allows none, and formats are checked', async () => {
  const upload = (slug: string, schema: string) =>
    documents.client.post('/templates', form({ slug, file: HELLO, schema }))
  await upload('todo', 'true')
  await upload('nada', 'false')
  await upload('correo', '\u{feff}{"properties":{"a":{"format":"email"}}}')
  assert.equal((await documents.render('todo', { a: 1 })).status, 200)
  assert.equal((await documents.render('nada', {})).status, 422)
  assert.equal((await documents.render('correo', { a: 'a@b.mx' })).status, 200)
  assert.equal((await documents.render('correo', { a: 'no' })).status, 422)
})
