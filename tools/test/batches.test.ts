import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'

import { inBatches } from '../test-runner/batches.ts'
import { readTestFile } from '../test-runner/test-file.ts'

let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-batches-'))
})

after(() => rm(folder, { recursive: true, force: true }))

async function testFile(name: string, text = ''): Promise<string> {
  const file = join(folder, `${name}.test.ts`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

async function batchesOf(files: readonly string[], to: string): Promise<readonly string[]> {
  return await inBatches(await Promise.all(files.map((file) => readTestFile(file, folder))), to)
}

/** How many files each process runs. */
async function sizes(files: readonly string[]): Promise<readonly number[]> {
  const to = await mkdtemp(join(folder, 'run-'))
  const runs = await batchesOf(files, to)
  assert.equal((await readdir(to)).length, runs.length)
  const texts = await Promise.all(runs.map((run) => readFile(run, 'utf8')))
  return texts.map((text) => text.match(/^describe\(/gm)?.length ?? 0)
}

function several(count: number, name: string, text?: string): Promise<readonly string[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => testFile(name + index, text)))
}

test('files of one service share a process, at most 32, and so do those of all packages', async () => {
  const erp = await several(33, 'services/erp/test/some/a')
  const chat = await several(2, 'services/chat/test/a')
  const packages = [await testFile('packages/one/test/a'), await testFile('packages/two/test/a')]
  assert.deepEqual(await sizes([...erp, ...packages, ...chat]), [32, 1, 2, 2])
})

test('files with pages of a browser share a process and its browser, at most eight', async () => {
  const plain = await several(2, 'services/erp/test/console/plain')
  const pages = await several(
    9,
    'services/erp/test/console/pages',
    `const client = await startConsole()\n`,
  )
  assert.deepEqual(await sizes([...plain, ...pages]), [2, 8, 1])
})

test('a file that says why it needs a process of its own has one', async () => {
  const files = [
    await testFile('tools/shared-0'),
    await testFile('tools/alone', '// A process of its own: it changes the platform.\n'),
    await testFile('tools/shared-1'),
  ]
  assert.deepEqual(await sizes(files), [2, 1])
})

test('long files are dealt out by what they were measured to take, and short ones fill what they left', async () => {
  const files = [100, 80, 40, 20].map(async (seconds) => ({
    ...(await readTestFile(await testFile(`services/erp/test/long-${seconds}`), folder)),
    seconds,
  }))
  const to = await mkdtemp(join(folder, 'run-'))
  const runs = await inBatches(await Promise.all(files), to)
  const texts = await Promise.all(runs.map((run) => readFile(run, 'utf8')))
  assert.deepEqual(
    texts.map((text) => [...text.matchAll(/^describe.*?long-(\d+)/gm)].map(([, taken]) => taken)),
    [
      ['100', '20'],
      ['80', '40'],
    ],
  )
})

const ORDER = 'begin first, run first, end first, begin second, run second, end second'

test('each file of a batch has its own set-up and end, and a failure is that of its file', async () => {
  const text = (name: string, body: string) => `
import { after, before, test } from 'node:test'
before(() => { console.log('begin ${name}') })
after(() => { console.log('end ${name}') })
test('of ${name}', () => { console.log('run ${name}'); ${body} })`
  const files = [
    await testFile('tools/first', text('first', `throw new Error('broken')`)),
    await testFile('tools/second', text('second', '')),
  ]
  const [batch = ''] = await batchesOf(files, folder)
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
