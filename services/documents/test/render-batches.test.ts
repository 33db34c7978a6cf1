import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { RenderBatches } from '../src/actions/render-batches.ts'
import type { Task } from '../src/actions/task.ts'
import { docx, p, partsOf, textOf } from './docx/docx-fixture.ts'
import { startDocuments } from './http-fixture.ts'

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-batches-test-'))
  await writeFile(join(folder, 'template.docx'), docx(p('Número {n}')))
})

after(() => rm(folder, { recursive: true, force: true }))

function textIn(bytes: Uint8Array): string {
  return textOf(partsOf(Buffer.from(bytes)).get('word/document.xml') ?? '').trim()
}

async function handOver(batches: RenderBatches, n: unknown, from = folder) {
  const json = new Uint8Array(Buffer.from(JSON.stringify({ data: { n } })))
  const options = { strict: false, locale: 'en-US', timezone: 'UTC' }
  const task: Task = {
    kind: 'render',
    version: from,
    folder: from,
    source: { kind: 'json', json },
    options,
  }
  return await batches.run(task, json.buffer)
}

test('each of many renders handed over at once gets its own document', async () => {
  for (const threads of [1, 3]) {
    const batches = new RenderBatches(threads)
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => handOver(batches, n)))
    for (const [n, done] of results.entries()) {
      assert(done?.kind === 'rendered' && done.result.ok)
      assert.equal(textIn(done.result.value), `Número ${n}`)
    }
    await batches.close()
  }
})

test('beyond what the threads may hold, and where only one waits, the caller renders', async () => {
  const batches = new RenderBatches(1)
  assert.equal(await handOver(batches, 0), undefined)
  const results = await Promise.all(Array.from({ length: 200 }, (_, n) => handOver(batches, n)))
  const given = results.filter((done) => done === undefined)
  assert(given.length > 0 && given.length < 200, `${given.length} of 200`)
  await batches.close()
})

test('a thread that fails, or is ended, leaves its renders to the callers, and the next are done', async () => {
  const batches = new RenderBatches(1)
  // It reads its template as a folder, which no task survives.
  await writeFile(join(folder, 'file'), '')
  const failing = [1, 2].map((n) => handOver(batches, n, join(folder, 'file')))
  assert.deepEqual(await Promise.all(failing), [undefined, undefined])
  const working = await Promise.all([1, 2].map((n) => handOver(batches, n)))
  assert.deepEqual(
    working.map((done) => done?.kind),
    ['rendered', 'rendered'],
  )
  const cut = Promise.all([1, 2, 3].map((n) => handOver(batches, n)))
  await batches.close()
  assert.deepEqual(await cut, [undefined, undefined, undefined])
  assert.deepEqual(await Promise.all([1, 2].map((n) => handOver(batches, n))), [
    undefined,
    undefined,
  ])
})

test('they are of use while the event loop is busy', async () => {
  const batches = new RenderBatches(1)
  const idle = performance.now()
  while (performance.now() - idle < 60) await new Promise((done) => setTimeout(done, 5))
  assert.equal(batches.areUseful, false)
  const busy = performance.now()
  while (performance.now() - busy < 60);
  assert.equal(batches.areUseful, true)
  await batches.close()
  assert.equal(batches.areUseful, false)
})

test('a busy service answers each of hundreds of renders with its own document', async (t) => {
  const documents = await startDocuments()
  t.after(() => documents.stop())
  await documents.upload('filas', docx(p('{n}{#filas}{a}{/filas}')))
  const filas = Array.from({ length: 300 }, (_, a) => ({ a: `fila ${a}` }))
  const text = filas.map(({ a }) => a).join('')
  for (let wave = 0; wave < 3; wave += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => documents.render('filas', { n: `n${n};`, filas })),
    )
    for (const [n, answer] of answers.entries()) {
      assert.equal(answer.status, 200)
      assert.equal(textIn(answer.bytes), `n${n};${text}`)
    }
  }
})
