import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { FolderTemplates } from '../src/store/folder-templates.ts'
import { parseSlug } from '../src/store/slug.ts'
import { docx, p, partsOf, textOf } from './docx/docx-fixture.ts'
import { codeOf, form, startDocuments } from './http-fixture.ts'

// Deep: a hundred changes at once, and a service that is killed in their middle.

const NAMES = ['uno', 'dos'] as const
const PAIRS = NAMES.map((name) => ({
  file: docx(p(`es ${name} con {${name}}`)),
  schema: JSON.stringify({ required: [name] }),
}))

function pair(index: number) {
  const found = PAIRS[index % PAIRS.length]
  assert.ok(found)
  return found
}

function text(answer: TestAnswer): string {
  return textOf(partsOf(answer.bytes).get('word/document.xml') ?? '').trim()
}

/** Data that only the version `uno` takes: whoever renders `dos` with it was not validated. */
function assertWhole(answer: TestAnswer): void {
  if (answer.status === 404) return assert.equal(codeOf(answer), 'TEMPLATE_NOT_FOUND')
  if (answer.status === 422) {
    return assert.deepEqual(answer.json.error.details.errors[0].params, { missingProperty: 'dos' })
  }
  assert.equal(answer.status, 200, answer.text.slice(0, 300))
  return assert.equal(text(answer), 'es uno con A')
}

test('of 100 changes, deletions and renders of one slug at once none is 500, and none sees a mix', async () => {
  const documents = await startDocuments()
  const kinds = new Map<string, number>()
  const count = (kind: string, { status }: TestAnswer) =>
    kinds.set(`${kind} ${status}`, (kinds.get(`${kind} ${status}`) ?? 0) + 1)
  for (let round = 0; round < 3; round += 1) {
    const work = Array.from({ length: 100 }, async (_, index) => {
      const kind =
        (['put', 'render', 'get', 'post', 'delete', 'render'] as const)[index % 6] ?? 'get'
      if (kind === 'put') count(kind, await documents.put('carrera', pair(index / 6)))
      else if (kind === 'post') {
        count(
          kind,
          await documents.client.post('/templates', form({ slug: 'carrera', ...pair(index) })),
        )
      } else if (kind === 'delete') {
        count(kind, await documents.client.send('DELETE', '/templates/carrera'))
      } else if (kind === 'get') count(kind, await documents.client.get('/templates/carrera'))
      else {
        const answer = await documents.render('carrera', { uno: 'A' })
        count(kind, answer)
        assertWhole(answer)
      }
    })
    await Promise.all(work)
  }
  const allowed =
    /^(?:put (?:200|404)|render (?:200|404|422)|get (?:200|404)|post (?:201|409)|delete (?:204|404))$/
  for (const kind of kinds.keys()) assert.match(kind, allowed)
  assert.ok((kinds.get('post 201') ?? 0) > 0 && (kinds.get('delete 204') ?? 0) > 0)
  const versions = await readdir(join(documents.folder, 'templates', '.versions'))
  assert.ok(versions.length <= 1, 'no version is left that no slug leads to')
  await documents.stop()
})

test('a template that is only replaced is always found, by every way of reading it', async () => {
  const documents = await startDocuments()
  await documents.client.post('/templates', form({ slug: 'fijo', ...pair(0) }))
  const state = { isDone: false }
  const write = async () => {
    await Promise.all(Array.from({ length: 16 }, (_, index) => documents.put('fijo', pair(index))))
    state.isDone = true
  }
  const reading = Array.from({ length: 6 }, async (_, reader) => {
    while (!state.isDone) {
      const answer =
        reader % 3 === 0
          ? await documents.client.get('/templates/fijo')
          : reader % 3 === 1
            ? await documents.client.get('/templates/fijo/tags')
            : await documents.render('fijo', { uno: 'A' })
      assert.ok(
        [200, 422].includes(answer.status),
        `${answer.status}: ${answer.text.slice(0, 200)}`,
      )
      if (reader % 3 === 2) assertWhole(answer)
    }
  })
  await Promise.all([write(), ...reading])
  await documents.stop()
})

test('a template that is replaced during large renders is rendered whole, in its old or its new form', async () => {
  const documents = await startDocuments()
  const forms = NAMES.map((name) => docx(p(`${name}: {#filas}{x}{/filas}`)))
  await documents.client.post('/templates', form({ slug: 'grande', file: forms[0] }))
  const filas = Array.from({ length: 4_000 }, (_, index) => ({ x: `${index}.` }))
  const expected = filas.map(({ x }) => x).join('')
  const renders = Array.from({ length: 8 }, async () => {
    const answer = await documents.render('grande', { filas })
    assert.equal(answer.status, 200, answer.text.slice(0, 300))
    assert.match(text(answer), /^(?:uno|dos): /)
    assert.equal(text(answer).slice('uno: '.length), expected)
  })
  const state = { isDone: false }
  const replace = async () => {
    for (let index = 0; !state.isDone; index += 1) {
      const file = forms[index % 2]
      assert.equal((await documents.put('grande', file === undefined ? {} : { file })).status, 200)
    }
  }
  const replacing = replace()
  await Promise.all(renders).finally(() => {
    state.isDone = true
  })
  await replacing
  await documents.stop()
})

test('data is never rendered without the schema that its template had when it was found', async () => {
  const documents = await startDocuments()
  await documents.client.post('/templates', form({ slug: 'estricto', ...pair(1) }))
  const slug = parseSlug('estricto')
  assert.ok(slug)
  // Compiled already, so that of this version only the schema has still to be read.
  await documents.client.get('/templates/estricto/tags')
  // oxlint-disable-next-line typescript/unbound-method -- called with the store it is called on.
  const find = FolderTemplates.prototype.find
  const state = { isArmed: true }
  // What happens in a moment that no test can hit by chance: the version goes between being found and being read.
  FolderTemplates.prototype.find = async function (this: FolderTemplates, wanted) {
    const found = await find.call(this, wanted)
    if (state.isArmed && found !== undefined) {
      state.isArmed = false
      await this.replace(slug, { docx: pair(1).file }, () => true)
    }
    return found
  }
  try {
    const answer = await documents.render('estricto', {})
    assert.equal(state.isArmed, false)
    assert.deepEqual([answer.status, codeOf(answer)], [422, 'INVALID_DATA'])
  } finally {
    FolderTemplates.prototype.find = find
    await documents.stop()
  }
})

test('a template is never rendered or shown without the parts that it had when it was found', async (context) => {
  const documents = await startDocuments()
  const templatesDir = join(documents.folder, 'templates')
  const other = await startDocuments({ config: { templatesDir } })
  context.after(async () => {
    await other.stop()
    await documents.stop()
  })
  const file = docx(p("{t 'total'}"))
  const translations = '{"en-US":{"total":"Sum"}}'
  await documents.client.post(
    '/templates',
    form({ slug: 'entero', file, schema: '{}', translations }),
  )
  const slug = parseSlug('entero')
  assert.ok(slug)
  const cases = [
    ['readTranslations', async () => text(await documents.render('entero', {})), 'Sum'],
    [
      'readTranslations',
      async () =>
        (await documents.client.get('/templates/entero/tags')).json.translations.texts['en-US']
          .total,
      'Sum',
    ],
    ['readSchema', async () => (await documents.client.get('/templates/entero/schema')).text, '{}'],
  ] as const
  for (const [name, ask, expected] of cases) {
    // A version that this process has not read yet.
    await other.put('entero', { file })
    const read = FolderTemplates.prototype[name]
    const state = { times: 0 }
    FolderTemplates.prototype[name] = async function (this: FolderTemplates, template) {
      state.times += 1
      if (state.times === 1) await this.replace(slug, { docx: file }, () => true)
      return await read.call(this, template)
    }
    try {
      assert.equal(await ask(), expected)
      assert.ok(state.times > 1, 'it was looked up again')
    } finally {
      FolderTemplates.prototype[name] = read
    }
  }
})

const CHILD = new URL('store-writer.ts', import.meta.url)

test('a service that is killed in the middle of changes leaves every template whole, old or new', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-crash-test-'))
  const seen = new Set<string>()
  for (let round = 0; round < 6; round += 1) {
    const child = fork(CHILD, [folder], { stdio: 'ignore' })
    // Right behind a change the next one is under way.
    for (let change = 0; change <= round; change += 1) await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    seen.add(await assertWholeStore(folder))
  }
  assert.ok(seen.size > 1, 'the writer came to different points')
  await rm(folder, { recursive: true, force: true })
})

/** Every slug of the store leads to a file and a schema of the same number; the answer is that number. */
async function assertWholeStore(folder: string): Promise<string> {
  const store = new FolderTemplates(folder, () => Date.now())
  await store.open()
  const slug = parseSlug('matado')
  assert.ok(slug)
  const template = await store.find(slug)
  assert.ok(template, 'it was there before the first kill, so it is there now')
  const file = (await store.readDocx(template))?.toString('utf8') ?? ''
  const schema = (await store.readSchema(template))?.toString('utf8') ?? ''
  const [, number = ''] = /^docx (\d+) x+$/.exec(file) ?? []
  assert.equal(schema, `{"description":"${number}"}`)
  const replaced = await store.replace(slug, { schema: Buffer.from(schema) }, () => true)
  assert.ok(replaced, 'and it can be changed again')
  return number
}

test('what a crash left unfinished is removed at a start ten minutes later, and nothing else is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-crash-test-'))
  const child = fork(CHILD, [folder], { stdio: 'ignore' })
  for (let change = 0; change < 3; change += 1) await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const slug = parseSlug('matado')
  assert.ok(slug)
  const later = new FolderTemplates(folder, () => Date.now() + 11 * 60_000)
  await later.open()
  const template = await later.find(slug)
  assert.ok(template)
  assert.deepEqual(await readdir(join(folder, '.versions')), [template.folder.split('/').at(-1)])
  assert.match(await readFile(join(template.folder, 'template.docx'), 'utf8'), /^docx/)
  await rm(folder, { recursive: true, force: true })
})
