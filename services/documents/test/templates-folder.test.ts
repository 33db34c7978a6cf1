import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'

import { FolderTemplates } from '../src/store/folder-templates.ts'
import { parseSlug } from '../src/store/slug.ts'
import { docx, p, partsOf, textOf } from './docx/docx-fixture.ts'
import { form, startDocuments, type DocumentsTest } from './http-fixture.ts'
import { oneOf, rendered, stopBoth, testSharedTemplates } from './shared-templates.ts'

const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-folder-test-'))
  folders.push(folder)
  return folder
}

/** Two services on one folder. */
async function startTwo(): Promise<readonly [InFolder, InFolder]> {
  const templatesDir = await newFolder()
  const start = async () => ({
    ...(await startDocuments({ config: { templatesDir } })),
    templatesDir,
  })
  return [await start(), await start()]
}

interface InFolder extends DocumentsTest {
  readonly templatesDir: string
}

testSharedTemplates(startTwo)

const KINDS = ['post', 'put', 'render', 'get', 'put', 'render', 'delete', 'list'] as const

test('of 300 calls at two processes at once none is 500 or 503, and each sees a whole template', async () => {
  const both = await startTwo()
  const kinds = new Map<string, number>()
  const forms = ['uno', 'dos'].map((name) => ({
    file: docx(p(`es ${name} con {${name}}`)),
    schema: JSON.stringify({ required: [name] }),
  }))
  const call = async (index: number) => {
    const documents = oneOf(both, index)
    const { client } = documents
    const parts = forms[index % 5 < 3 ? 0 : 1] ?? {}
    const calls = {
      put: () => documents.put('carrera', parts),
      post: () => client.post('/templates', form({ slug: 'carrera', ...parts })),
      delete: () => client.send('DELETE', '/templates/carrera'),
      get: () => client.get('/templates/carrera'),
      list: () => client.get('/templates'),
      render: () => documents.render('carrera', { uno: 'A' }),
    }
    const kind = KINDS[Math.floor(index / 2) % KINDS.length] ?? 'get'
    const answer = await calls[kind]()
    // Data that only the first form takes: who renders the second was not held to its schema.
    if (kind === 'render' && answer.status === 200) {
      const text = textOf(partsOf(answer.bytes).get('word/document.xml') ?? '').trim()
      assert.equal(text, 'es uno con A')
    }
    const seen = `${kind} ${answer.status}`
    kinds.set(seen, (kinds.get(seen) ?? 0) + 1)
  }
  // Sixty at once, each of which is followed by others when it is answered.
  const queue = Array.from({ length: 300 }, (_, index) => index)
  const callers = Array.from({ length: 60 }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await call(next)
  })
  await Promise.all(callers)
  const allowed =
    /^(?:put (?:200|404)|render (?:200|404|422)|get (?:200|404)|list 200|post (?:201|409)|delete (?:204|404))$/
  for (const kind of kinds.keys()) assert.match(kind, allowed)
  for (const kind of ['put 200', 'post 201', 'delete 204', 'render 200'])
    assert.ok((kinds.get(kind) ?? 0) > 0, kind)
  await stopBoth(both)
})

test('a file and a schema of a plain directory that two processes change at once are both kept', async () => {
  const both = await startTwo()
  for (let round = 0; round < 10; round += 1) {
    const slug = `a-mano-${round}`
    const folder = join(both[0].templatesDir, slug)
    await mkdir(folder)
    await writeFile(join(folder, 'template.docx'), docx(p('uno')))
    const { headers } = await both[1].client.get(`/templates/${slug}`)
    const named = { 'if-match': headers.get('etag') ?? '' }
    const changes = await Promise.all([
      both[0].put(slug, { file: docx(p('dos')) }),
      both[1].put(slug, { schema: '{"description":"nuevo"}' }),
      both[1].put(slug, { schema_clear: 'true' }, named),
    ])
    const statuses = changes.map(({ status }) => status)
    assert.deepEqual(statuses.slice(0, 2), [200, 200])
    assert.ok([200, 412].includes(statuses[2] ?? 0))
    assert.equal(await rendered(both[0], slug), 'dos')
  }
  await stopBoth(both)
})

test('a change that names the version of a plain directory is made, since nobody has changed it', async () => {
  const [here, there] = await startTwo()
  const folder = join(here.templatesDir, 'propia')
  await mkdir(folder)
  await writeFile(join(folder, 'template.docx'), docx(p('uno')))
  const { headers } = await there.client.get('/templates/propia')
  const named = { 'if-match': headers.get('etag') ?? '' }
  assert.equal((await here.put('propia', { schema: '{"description":"x"}' }, named)).status, 200)
  assert.equal((await there.put('propia', { file: docx(p('dos')) }, named)).status, 412)
  assert.equal(await rendered(there, 'propia'), 'uno')
  await stopBoth([here, there])
})

test('a folder of before is read and changed as it is', async () => {
  const templatesDir = await newFolder()
  const version = join('.versions', 'vieja.0123456789abcdef01')
  await mkdir(join(templatesDir, version), { recursive: true })
  await writeFile(join(templatesDir, version, 'template.docx'), docx(p('uno')))
  await symlink(version, join(templatesDir, 'vieja'))
  const documents = await startDocuments({ config: { templatesDir } })
  assert.equal(await rendered(documents, 'vieja'), 'uno')
  assert.deepEqual((await readdir(templatesDir)).toSorted(), ['.versions', 'vieja'])
  assert.equal((await documents.put('vieja', { schema: '{"description":"x"}' })).status, 200)
  assert.equal(await rendered(documents, 'vieja'), 'uno')
  assert.equal((await documents.client.send('DELETE', '/templates/vieja')).status, 204)
  assert.equal((await documents.upload('vieja', docx(p('dos')))).status, 201)
  assert.equal(await rendered(documents, 'vieja'), 'dos')
  await documents.stop()
})

test('a link that a person removed is no template any more, and may be uploaded again', async () => {
  const both = await startTwo()
  const { templatesDir } = both[0]
  for (const change of ['', 'PUT', 'DELETE']) {
    await both[0].upload('fuera', docx(p('uno')))
    if (change === 'PUT') await both[1].put('fuera', { file: docx(p('dos')) })
    if (change === 'DELETE') await both[1].client.send('DELETE', '/templates/fuera')
    await rm(join(templatesDir, 'fuera'))
    assert.equal((await both[1].render('fuera', {})).status, 404)
    assert.equal((await both[0].upload('fuera', docx(p('tres')))).status, 201)
    assert.equal(await rendered(both[1], 'fuera'), 'tres')
    await both[0].client.send('DELETE', '/templates/fuera')
  }
  await stopBoth(both)
})

test('a link that leads nowhere is no template, and an upload puts one there', async () => {
  const both = await startTwo()
  const { templatesDir } = both[0]
  await symlink('.versions/rota.0123456789abcdef01', join(templatesDir, 'rota'))
  assert.equal((await both[0].put('rota', { file: docx(p('uno')) })).status, 404)
  assert.equal((await both[0].upload('rota', docx(p('uno')))).status, 201)
  assert.equal(await rendered(both[1], 'rota'), 'uno')
  await stopBoth(both)
})

const CHILD = new URL('store-writer.ts', import.meta.url)
const MATADO = parseSlug('matado') ?? assert.fail()

/** A process that changes one template without end. */
function startWriter(folder: string) {
  const child = fork(CHILD, [folder], { stdio: 'ignore' })
  const state = { made: 0 }
  child.on('message', () => {
    state.made += 1
  })
  const made = async (count: number) => {
    const wanted = state.made + count
    while (state.made < wanted) {
      assert.equal(child.exitCode, null, 'it has not failed')
      await once(child, 'message')
    }
  }
  const kill = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return { made, kill }
}

/** The number that file and schema have in common. */
async function wholeNumber(store: FolderTemplates): Promise<string> {
  for (let look = 0; look < 100; look += 1) {
    const template = await store.find(MATADO)
    assert.ok(template, 'it is never gone')
    const file = await store.readDocx(template)
    const schema = await store.readSchema(template)
    if (file === undefined || schema === undefined) continue
    const [, number = ''] = /^docx (\d+) x{200000}$/.exec(file.toString()) ?? []
    assert.equal(schema.toString(), `{"description":"${number}"}`)
    return number
  }
  throw new Error('it was gone a hundred times')
}

test('of two processes that change one template, one killed again and again, the other goes on, and it is whole', async () => {
  const folder = await newFolder()
  const survivor = startWriter(folder)
  await survivor.made(1)
  const store = new FolderTemplates(folder, () => Date.now())
  const seen = new Set<string>()
  for (let round = 0; round < 8; round += 1) {
    const victim = startWriter(folder)
    await victim.made(1)
    // Anywhere in one of the next changes of the other.
    await Promise.race([survivor.made(1 + (round % 3)), victim.made(1 + (round % 2))])
    await victim.kill()
    seen.add(await wholeNumber(store))
    await survivor.made(5)
    seen.add(await wholeNumber(store))
  }
  await survivor.kill()
  assert.ok(seen.size > 8, 'it was changed all the while')
  const last = await wholeNumber(store)
  const replaced = await store.replace(MATADO, { schema: Buffer.from('{}') }, () => true)
  assert.ok(replaced, `it can be changed after ${last}`)
})

test('what killed processes left goes at a sweep ten minutes later, and nothing else does', async () => {
  const folder = await newFolder()
  for (let round = 0; round < 4; round += 1) {
    const writers = [startWriter(folder), startWriter(folder)]
    await Promise.all(writers.map(({ made }) => made(3)))
    await Promise.all(writers.map(({ kill }) => kill()))
  }
  const store = new FolderTemplates(folder, () => Date.now())
  const number = await wholeNumber(store)
  const listed = async () => [
    await readdir(join(folder, '.versions')),
    await readdir(join(folder, '.next')),
  ]
  const before = await listed()
  assert.ok((before[1]?.length ?? 0) > 0)
  await store.sweep()
  assert.deepEqual((await listed())[1], before[1], 'it may be work in progress')
  await new FolderTemplates(folder, () => Date.now() + 11 * 60_000).sweep()
  const template = await store.find(MATADO)
  assert.deepEqual(await listed(), [[basename(template?.folder ?? '')], []])
  assert.equal(await wholeNumber(store), number)
  assert.deepEqual((await readdir(folder)).toSorted(), ['.next', '.versions', 'matado'])
})
