import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { inBatches } from '../test-runner/batches.ts'

let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-batches-'))
})

after(() => rm(folder, { recursive: true, force: true }))

const OF_ERP = `// as if: from '../erp-service.ts'\n`
const OF_CHAT = `// as if: from './chat-service.ts'\n`

async function testFile(name: string, text: string): Promise<string> {
  const file = join(folder, `${name}.test.ts`)
  await writeFile(file, text)
  return file
}

/** How many files each process runs. */
async function sizes(files: readonly string[]): Promise<readonly number[]> {
  const to = await mkdtemp(join(folder, 'run-'))
  const runs = await inBatches(files, to)
  assert.equal((await readdir(to)).length, runs.filter((run) => run.startsWith(to)).length)
  const texts = await Promise.all(runs.map((run) => readFile(run, 'utf8')))
  return texts.map((text) => text.match(/^describe\(/gm)?.length ?? 1)
}

test('files of one service share a process, at most eight, and so do those of a folder that start none', async () => {
  const erp = await Promise.all(
    Array.from({ length: 9 }, (_, index) => testFile(`erp-${index}`, OF_ERP)),
  )
  const chat = [await testFile('chat-0', OF_CHAT), await testFile('chat-1', OF_CHAT)]
  const plain = [await testFile('plain-0', ''), await testFile('plain-1', '')]
  await mkdir(join(folder, 'other'))
  const elsewhere = await testFile('other/plain-2', '')
  assert.deepEqual(await sizes([...erp, ...plain, elsewhere, ...chat]), [8, 1, 2, 1, 2])
})

test('a file that says why it needs a process of its own has one', async () => {
  const files = [
    await testFile('shared-0', OF_ERP),
    await testFile('alone', `${OF_ERP}// A process of its own: it changes the platform.\n`),
    await testFile('shared-1', OF_ERP),
  ]
  assert.deepEqual(await sizes(files), [2, 1])
})

const ORDER = 'begin first, run first, end first, begin second, run second, end second'

test('each file of a batch has its own set-up and end, and a failure is that of its file', async () => {
  const text = (name: string, body: string) => `${OF_ERP}
import { after, before, test } from 'node:test'
before(() => { console.log('begin ${name}') })
after(() => { console.log('end ${name}') })
test('of ${name}', () => { console.log('run ${name}'); ${body} })`
  const files = [
    await testFile('first', text('first', `throw new Error('broken')`)),
    await testFile('second', text('second', '')),
  ]
  const [batch = ''] = await inBatches(files, folder)
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const child = spawn(process.execPath, ['--test-reporter=spec', batch], { env: environment })
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  const [code] = await once(child, 'close')
  const output = chunks.join('')
  assert.equal(code, 1)
  assert.equal(output.match(/(?:begin|run|end) \w+/g)?.join(', '), ORDER)
  assert.match(output, /✖ of first/)
  assert.match(output, /✔ of second/)
})
