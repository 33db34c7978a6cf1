import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('left-open.ts', import.meta.url))
const PATIENCE_MS = 60_000

test('a file whose test fails with a server open ends, and says that it failed', async () => {
  // As if nobody ran it: within a run a file tells its results in another way.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, [FILE], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  const printed: string[] = []
  child.stdout.on('data', (chunk) => printed.push(String(chunk)))
  await once(child, 'exit')
  assert.deepEqual([child.exitCode, child.signalCode], [1, null])
  assert.match(printed.join(''), /as an assertion would/)
})
