import assert from 'node:assert/strict'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { ERRORS } from '../src/errors.ts'
import { ROUTES } from '../src/routes.ts'
import { docx, p, partsOf } from './docx/docx-fixture.ts'
import { codeOf, form, KEY, startDocuments, type DocumentsTest } from './http-fixture.ts'

let documents: DocumentsTest

before(async () => {
  documents = await startDocuments()
})

after(() => documents.stop())

const HELLO = docx(p('Hola {nombre}'))
const BIG_SCHEMA = `{"title":"${'x'.repeat(256 * 1_024)}"}`
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test('POST /templates with a valid slug and a file gives 201 with the summary', async () => {
  const answer = await documents.upload('nuevo', HELLO)
  assert.equal(answer.status, 201)
  assert.deepEqual(answer.json, {
    slug: 'nuevo',
    sizeBytes: HELLO.length,
    updatedAt: new Date(documents.clock.now()).toISOString(),
    hasSchema: false,
  })
})

test('a slug that is registered gives 409 TEMPLATE_CONFLICT and leaves the template unchanged', async () => {
  await documents.upload('doble', HELLO)
  const answer = await documents.upload('doble', docx(p('otra')))
  assert.deepEqual([answer.status, codeOf(answer)], [409, 'TEMPLATE_CONFLICT'])
  assert.deepEqual((await documents.client.get('/templates/doble')).bytes, HELLO)
})

test('of many uploads of one slug at once exactly one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => documents.upload('carrera', HELLO)),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [201, ...Array.from({ length: 11 }, () => 409)])
})

test('GET /templates lists the summaries in the order of the slugs', async () => {
  const { json } = await documents.client.get('/templates')
  const slugs = json.templates.map(({ slug }: { slug: string }) => slug)
  assert.deepEqual(slugs, slugs.toSorted())
  assert.ok(slugs.includes('nuevo'))
})

test('GET /templates/:slug gives the original bytes as an attachment named for the slug', async () => {
  const answer = await documents.client.get('/templates/nuevo')
  assert.equal(answer.headers.get('content-type'), WORD)
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="nuevo.docx"')
  assert.deepEqual(answer.bytes, HELLO)
})

test('PUT replaces the parts supplied and keeps the others', async () => {
  await documents.upload('partes', HELLO, { type: 'object', required: ['nombre'] })
  const other = docx(p('Adiós {nombre}'))
  const replaced = await documents.put('partes', { file: other })
  assert.deepEqual([replaced.status, replaced.json.hasSchema], [200, true])
  assert.equal(codeOf(await documents.render('partes', {})), 'INVALID_DATA')
  const schema = await documents.put('partes', { schema: '{"type":"object"}' })
  assert.equal(schema.status, 200)
  assert.deepEqual((await documents.client.get('/templates/partes')).bytes, other)
  assert.equal((await documents.render('partes', {})).status, 200)
})

test('schema_clear=true removes the schema and keeps the .docx', async () => {
  await documents.upload('limpia', HELLO, { required: ['x'] })
  const answer = await documents.put('limpia', { schema_clear: 'true' })
  assert.deepEqual([answer.status, answer.json.hasSchema], [200, false])
  assert.deepEqual((await documents.client.get('/templates/limpia')).bytes, HELLO)
})

test('PUT with nothing supplied, or schema and schema_clear together, is 400 INVALID_INPUT', async () => {
  await documents.upload('vacio', HELLO)
  for (const parts of [{}, { schema_clear: 'no' }, { schema: '{}', schema_clear: 'true' }]) {
    const answer = await documents.put('vacio', parts)
    assert.deepEqual([answer.status, codeOf(answer)], [400, 'INVALID_INPUT'])
  }
})

test('DELETE gives 204, removes the schema too, and nothing that was in it remains', async () => {
  await documents.upload('adios', HELLO, { type: 'object' })
  assert.equal((await documents.client.send('DELETE', '/templates/adios')).status, 204)
  const templates = join(documents.folder, 'templates')
  const names = await readdir(templates, { recursive: true })
  // The link, which leads nowhere, and a file without a byte say that it was removed.
  const left = names.filter((name) => name.includes('adios')).toSorted()
  assert.equal(left.length, 2)
  assert.match(left[0] ?? '', /^\.next\/adios\.[0-9a-f]+$/)
  assert.equal((await readFile(join(templates, left[0] ?? ''))).length, 0)
  assert.equal(left[1], 'adios')
  assert.match(await readlink(join(templates, 'adios')), /\.removed$/)
  await documents.upload('adios', HELLO)
  assert.equal((await documents.render('adios', {})).status, 200)
})

test('DELETE, PUT, GET, tags and render of an absent template are 404 TEMPLATE_NOT_FOUND', async () => {
  const answers = [
    await documents.client.send('DELETE', '/templates/nadie'),
    await documents.put('nadie', { file: HELLO }),
    await documents.client.get('/templates/nadie'),
    await documents.client.get('/templates/nadie/tags'),
    await documents.render('nadie', {}),
  ]
  for (const answer of answers) {
    assert.deepEqual([answer.status, codeOf(answer)], [404, 'TEMPLATE_NOT_FOUND'])
  }
})

test('a malformed slug is 400 INVALID_INPUT with an issue at its path', async () => {
  const slugs = ['', 'A', 'a-', '-a', 'a b', 'a/b', '..', 'ñ', 'a\n', '１', 'a'.repeat(65)]
  for (const slug of slugs) {
    const upload = await documents.upload(slug, HELLO)
    assert.deepEqual([slug, upload.status, codeOf(upload)], [slug, 400, 'INVALID_INPUT'])
    assert.deepEqual(upload.json.error.details.issues[0].path, ['slug'])
    const render = await documents.render(slug, {})
    assert.deepEqual([slug, codeOf(render)], [slug, 'INVALID_INPUT'])
  }
  for (const path of ['A', 'a-', 'a%0a', 'a'.repeat(65)]) {
    assert.equal(codeOf(await documents.client.get(`/templates/${path}`)), 'INVALID_INPUT', path)
  }
})

test('every slug of the rule is taken', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789')
  const inner = fc.array(fc.oneof(letter, fc.constant('-')), { maxLength: 62 })
  const slug = fc.oneof(
    letter,
    fc.tuple(letter, inner, letter).map(([a, b, c]) => a + b.join('') + c),
  )
  return fc.assert(
    fc.asyncProperty(slug, async (name) => {
      assert.equal((await documents.client.get(`/templates/${name}`)).status === 400, false)
    }),
    { numRuns: 50 },
  )
})

test('an upload without file or slug is 400 naming each, and one that is not multipart too', async () => {
  const nothing = await documents.client.post('/templates', form({}))
  assert.equal(nothing.status, 400)
  const slugOnly = await documents.client.post('/templates', form({ slug: 'x' }))
  assert.deepEqual(slugOnly.json.error.details.issues, [{ path: ['file'], message: 'is required' }])
  const json = await documents.client.post('/templates', { slug: 'x' })
  assert.deepEqual([json.status, codeOf(json)], [400, 'INVALID_INPUT'])
})

test('the problems of a form are told at once, each with its field', async () => {
  const made = await documents.client.post('/templates', form({ slug: 'A', schema: BIG_SCHEMA }))
  assert.deepEqual(
    made.json.error.details.issues.map(({ path }: { path: string[] }) => path.join('.')),
    ['slug', 'file', 'schema'],
  )
  const text = new FormData()
  text.append('file', 'no file')
  text.append('schema_clear', 'yes')
  const replaced = await documents.client.send('PUT', '/templates/nuevo', { body: text })
  assert.deepEqual(replaced.json.error.details.issues, [
    { path: ['file'], message: 'must be a file' },
    { path: ['schema_clear'], message: 'must be true or false' },
  ])
})

test('a schema that is not JSON or not a JSON Schema is 400 INVALID_INPUT, and nothing is stored', async () => {
  const faults = [
    '{',
    '[]',
    '"x"',
    '{"type":"nonsense"}',
    '{"$ref":"https://example.com/x"}',
    '{"$async":true}',
  ]
  for (const schema of faults) {
    const answer = await documents.client.post(
      '/templates',
      form({ slug: 'esquema', file: HELLO, schema }),
    )
    assert.deepEqual([answer.status, codeOf(answer)], [400, 'INVALID_INPUT'], schema)
  }
  assert.equal((await documents.client.get('/templates/esquema')).status, 404)
})

test('an upload of MAX_UPLOAD_MB is taken and one byte more is 413 PAYLOAD_TOO_LARGE', async () => {
  const limit = 1024 * 1024
  assert.equal((await documents.upload('justo', Buffer.alloc(limit, 1))).status, 201)
  const more = await documents.upload('pasado', Buffer.alloc(limit + 1, 1))
  assert.deepEqual([more.status, codeOf(more)], [413, 'PAYLOAD_TOO_LARGE'])
  assert.equal((await documents.client.get('/templates/pasado')).status, 404)
})

test('a broken template is stored, its problems named by part, paragraph and tag, and its rendering is 500 RENDER_ERROR', async () => {
  const answer = await documents.upload('roto', docx(p('bien') + p('{#lista}{nombre}')))
  assert.equal(answer.status, 201)
  const [problem] = answer.json.problems
  assert.partialDeepStrictEqual(problem, {
    part: 'word/document.xml',
    paragraph: 2,
    tag: '{#lista}',
  })
  const render = await documents.render('roto', {})
  assert.deepEqual([render.status, codeOf(render)], [500, 'RENDER_ERROR'])
  assert.match(render.json.error.message, /\{#lista\}/)
})

test('GET /templates/:slug/tags gives tags, an inferred JSON Schema and a sample', async () => {
  await documents.upload(
    'tags',
    docx(p('{cliente.nombre}') + p('{#partidas}') + p('{clave}') + p('{/partidas}')),
  )
  const { json } = await documents.client.get('/templates/tags/tags')
  assert.deepEqual(json.problems, [])
  assert.deepEqual(json.sample, {
    cliente: { nombre: 'nombre' },
    partidas: [{ clave: 'clave' }, { clave: 'clave' }],
  })
  assert.equal(json.schema.properties.cliente.properties.nombre !== undefined, true)
})

test('If-Match guards PUT and DELETE, If-None-Match spares a download', async () => {
  await documents.upload('etag', HELLO)
  const first = await documents.client.get('/templates/etag')
  const etag = first.headers.get('etag') ?? ''
  assert.equal(first.headers.get('cache-control'), 'no-cache', 'a browser asks again')
  const same = await documents.client.get('/templates/etag', { headers: { 'if-none-match': etag } })
  assert.equal(same.status, 304)
  assert.equal(
    (await documents.put('etag', { file: docx(p('2')) }, { 'if-match': etag })).status,
    200,
  )
  const stale = await documents.put('etag', { file: HELLO }, { 'if-match': etag })
  assert.deepEqual([stale.status, codeOf(stale)], [412, 'PRECONDITION_FAILED'])
  const remove = await documents.client.send('DELETE', '/templates/etag', {
    headers: { 'if-match': etag },
  })
  assert.equal(remove.status, 412)
})

test('a reader sees the old template or the new one, never a mix of file and schema', async () => {
  const parts = ['uno', 'dos'].map((name) => ({
    file: docx(p(`${name} {${name}}`)),
    schema: JSON.stringify({ required: [name] }),
  }))
  const [one, two] = parts
  assert.ok(one && two)
  await documents.client.post('/templates', form({ slug: 'mezcla', ...one }))
  const writes = Array.from({ length: 40 }, (_, index) =>
    documents.put('mezcla', index % 2 === 0 ? two : one),
  )
  const reads = Array.from({ length: 60 }, async () => {
    const answer = await documents.render('mezcla', { uno: 'A' })
    if (answer.status === 422)
      return assert.deepEqual(answer.json.error.details.errors[0].params, {
        missingProperty: 'dos',
      })
    const text = partsOf(answer.bytes).get('word/document.xml') ?? ''
    return assert.match(text, /uno A/)
  })
  const answers = await Promise.all([...writes, ...reads])
  assert.equal(answers.length, 100)
})

test('every route but the public ones is 401 without the key, before its body is looked at', async () => {
  const wrong = ['', 'x', `${KEY}x`, KEY.slice(0, -1), 'ñ'.repeat(5)]
  for (const route of ROUTES.filter(({ auth }) => auth === 'key')) {
    const path = route.path.replace(':slug', 'nuevo')
    const plain = await documents.stranger.send(route.method, path)
    assert.deepEqual([route.path, plain.status, codeOf(plain)], [route.path, 401, 'UNAUTHORIZED'])
  }
  for (const key of wrong) {
    const headers = { 'x-api-key': Buffer.from(key).toString('latin1') }
    assert.equal((await documents.stranger.get('/templates', { headers })).status, 401, key)
  }
})

test('every answer carries x-request-id: the client’s when it is printable and short, else a UUID v4', async () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  const kept = await documents.client.get('/nada', { headers: { 'x-request-id': 'pedido-1' } })
  assert.deepEqual(
    [kept.headers.get('x-request-id'), kept.json.error.requestId],
    ['pedido-1', 'pedido-1'],
  )
  for (const id of ['x'.repeat(129), 'a b', '']) {
    const answer = await documents.client.get('/health', { headers: { 'x-request-id': id } })
    assert.match(answer.headers.get('x-request-id') ?? '', uuid)
  }
})

test('a route that does not exist is 404 NOT_FOUND in the envelope', async () => {
  for (const [method, path] of [
    ['GET', '/nada'],
    ['PATCH', '/templates'],
    ['POST', '/health'],
  ] as const) {
    const answer = await exchange(`${documents.client.baseUrl}${path}`, method, {})
    assert.deepEqual([answer.status, codeOf(answer)], [404, 'NOT_FOUND'])
  }
})

test('errors.ts and the contract name the same codes and statuses', async () => {
  const contract = await readFile(
    new URL('../../../docs/contract/documents.md', import.meta.url),
    'utf8',
  )
  const rows = [...contract.matchAll(/^\| (\d{3}) \| ([A-Z_]+) \|/gm)].map(([, status, code]) => [
    code,
    Number(status),
  ])
  const {
    PRECONDITION_FAILED,
    INSUFFICIENT_STORAGE,
    STORAGE_UNAVAILABLE,
    SERVICE_STOPPING,
    ...promised
  } = ERRORS
  assert.deepEqual(Object.fromEntries(rows), promised)
  const decision = await readFile(
    new URL('../../../docs/decisions/0102-documents-extensions.md', import.meta.url),
    'utf8',
  )
  const beyond = {
    PRECONDITION_FAILED,
    INSUFFICIENT_STORAGE,
    STORAGE_UNAVAILABLE,
    SERVICE_STOPPING,
  }
  for (const [code, status] of Object.entries(beyond))
    assert.match(decision, new RegExp(`\`${code}\` \\(${status}\\)`))
})

test('GET /templates/:slug/schema gives the schema as it was uploaded, and 404 NOT_FOUND where there is none', async () => {
  await documents.upload('con-esquema', HELLO, { required: ['nombre'] })
  await documents.upload('sin-esquema', HELLO)
  const { status, json } = await documents.client.get('/templates/con-esquema/schema')
  assert.deepEqual([status, json], [200, { required: ['nombre'] }])
  const none = await documents.client.get('/templates/sin-esquema/schema')
  assert.deepEqual([none.status, codeOf(none)], [404, 'NOT_FOUND'])
  const nobody = await documents.client.get('/templates/nadie/schema')
  assert.deepEqual([nobody.status, codeOf(nobody)], [404, 'TEMPLATE_NOT_FOUND'])
})

test('POST /drafts/tags tells what a file asks for, and stores nothing', async () => {
  const before = await documents.client.get('/templates')
  const { status, json } = await documents.client.post(
    '/drafts/tags',
    form({ file: docx(p('{nombre}') + p('{#abierta}')) }),
  )
  assert.equal(status, 200)
  assert.equal(json.problems[0].tag, '{#abierta}')
  assert.deepEqual(Object.keys(json.schema.properties), ['nombre'])
  assert.deepEqual((await documents.client.get('/templates')).json, before.json)
})

test('POST /drafts/tags takes what is no .docx, and says so as a problem', async () => {
  const { status, json } = await documents.client.post(
    '/drafts/tags',
    form({ file: Buffer.from('no es un documento') }),
  )
  assert.deepEqual([status, json.problems.length, json.tags], [200, 1, []])
})

test('POST /drafts/preview names every field of its request that is wrong', async () => {
  const answer = await documents.client.post(
    '/drafts/preview',
    form({ file: HELLO, request: JSON.stringify({ page: 0, locale: '?' }) }),
  )
  assert.deepEqual([answer.status, codeOf(answer)], [400, 'INVALID_INPUT'])
  assert.deepEqual(
    answer.json.error.details.issues.map(({ path }: { path: string[] }) => path.join('.')),
    ['data', 'locale', 'page'],
  )
})
