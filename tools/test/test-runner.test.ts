import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'

import { runningProcess } from '../test-runner/descendants.ts'

// Deep: it starts whole runs, each with a database server of its own.

const ROOT = resolve(import.meta.dirname, '../..')
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-runner-'))
  // PostgreSQL may run as another user, who must be able to pass.
  await chmod(folder, 0o711)
  // The runner looks for the programs that some tests need; whether they are there is not asked here.
  await mkdir(join(folder, 'bin'))
  for (const name of ['soffice', 'pdftoppm']) {
    await writeFile(join(folder, 'bin', name), '#!/bin/sh\n', { mode: 0o755 })
  }
})

after(() => rm(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: unknown
  readonly output: string
  /** What is left in the folder for temporary files. */
  readonly leftovers: readonly string[]
}

/** Runs one test file as `npm test` does; `whenRunning` is told of the process once the file has written `ready`. */
async function runFile(
  name: string,
  text: string,
  { environment = {}, whenRunning = (_child: ChildProcess) => {} } = {},
): Promise<Ended> {
  const file = join(folder, `${name}.test.ts`)
  await writeFile(file, `import { test } from 'node:test'\n${text}`)
  const temporary = join(folder, name)
  await mkdir(temporary, { mode: 0o711 })
  // Those of the run that this test is part of are not for the run in it.
  // A run of its own, with a server of its own.
  const { NODE_TEST_CONTEXT: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const child = spawn(process.execPath, ['tools/test.ts', file], {
    cwd: ROOT,
    env: {
      ...inherited,
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`,
      TMPDIR: temporary,
      CI: '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: string[] = []
  const isReady = () => /^ready /m.test(chunks.join(''))
  child.stdout.on('data', (chunk) => {
    const wasReady = isReady()
    chunks.push(String(chunk))
    if (!wasReady && isReady()) whenRunning(child)
  })
  const [code] = await once(child, 'close')
  return { code, output: chunks.join(''), leftovers: await readdir(temporary) }
}

const SKIPS = `test('needs what is not here', { skip: 'not here' }, () => {})`

test('a skipped test is named, and fails in CI', async () => {
  const { code, output } = await runFile('skipped-in-ci', SKIPS, { environment: { CI: 'true' } })
  assert.match(output, /^skipped: needs what is not here$/m)
  assert.equal(code, 1)
})

test('a skipped test is named, and fails nowhere else', async () => {
  const { code, output } = await runFile('skipped', SKIPS)
  assert.match(output, /^skipped: needs what is not here$/m)
  assert.equal(code, 0)
})

test('what a test leaves behind is gone after the run, also when it fails', async () => {
  const { code, output, leftovers } = await runFile(
    'leaves',
    `import { mkdtempSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    test('leaves a folder', () => {
      console.log('left', mkdtempSync(tmpdir() + '/left-'), 'end')
      throw new Error('it fails')
    })`,
  )
  const left = /left (\S+) end/.exec(output)?.[1] ?? ''
  assert.notEqual(left, '')
  assert.equal(existsSync(left), false)
  assert.deepEqual(leftovers, [])
  assert.equal(code, 1)
})

// A test that never ends, with a process of its own that ignores requests to end, and one that would outlive it. It says
// again and again that it is ready: the runner may keep a line until the next one comes.
const HANGS = `import { spawn } from 'node:child_process'
  import { once } from 'node:events'
  test('hangs', async () => {
    const stubborn = spawn('sh', ['-c', 'trap "" TERM INT; echo begun; while :; do sleep 1; done'], { detached: true })
    const postgres = process.env.TEST_DATABASE_URL
    const lasting = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    await once(stubborn.stdout, 'data')
    const line = 'ready ' + [process.pid, stubborn.pid, lasting.pid].join(' ') + ' ' + new URL(postgres).port
    await new Promise(() => setInterval(() => console.log(line), 100))
  })`

for (const [signal, expected] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const) {
  test(`a run that is ended by ${signal} ends all that its tests have started, and leaves nothing`, async () => {
    const { code, output, leftovers } = await runFile(`ended-by-${signal}`, HANGS, {
      whenRunning: (child) => child.kill(signal),
    })
    const [port = 0, ...pids] = (/^ready (.*)$/m.exec(output)?.[1] ?? '')
      .split(' ')
      .map(Number)
      .toReversed()
    assert.equal(pids.length, 3)
    assert.deepEqual(await Promise.all(pids.map(runningProcess)), [undefined, undefined, undefined])
    assert.equal(await isListening(port), false)
    assert.deepEqual(leftovers, [])
    assert.equal(code, expected)
  })
}

/** Whether a server of this machine takes connections. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Refused.
    return false
  } finally {
    socket.destroy()
  }
}
