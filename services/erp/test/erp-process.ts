import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { ADMIN } from './admin.ts'

/** The service as a process of its own, as an operator runs it. */
export interface ErpProcess {
  readonly url: string
  readonly child: ChildProcess
  /** The header that proves the administrator. */
  readonly authorization: string
  /** What it wrote to its log, from `LOG_LEVEL` on. */
  readonly log: () => string
  send(method: string, path: string, body?: unknown): Promise<TestAnswer>
  /** Fails when the process has ended. */
  assertAlive(): void
  stop(): Promise<void>
}

/** A process of the service, which listens once it has brought its database up to date. */
export interface SpawnedErp {
  readonly child: ChildProcess
  readonly log: () => string
  /** Where it listens; fails when the process ends before. */
  readonly listens: Promise<string>
  readonly exited: Promise<unknown>
}

export function spawnErp(environment: Readonly<Record<string, string>>): SpawnedErp {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      // What one process of a run compiled none compiles again.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
      ERP_ADMIN_PASSWORD: ADMIN.password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => lines.push(String(chunk)))
  }
  const log = () => lines.join('')
  const exited = once(child, 'exit')
  const listens = Promise.race([
    once(child, 'message'),
    exited.then(() => assert.fail(`the service did not start: ${log()}`)),
    // The message of a service that listens.
  ]).then(([message]) => (message as { url: string }).url)
  // Whoever does not wait for it looks at what it left.
  listens.catch(() => undefined)
  return { child, log, listens, exited }
}

export async function startErpProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ErpProcess> {
  const { child, exited, listens, log } = spawnErp(environment)
  const url = await listens
  const login = await exchange(`${url}/api/v1/auth/login`, 'POST', { body: ADMIN })
  assert.equal(login.status, 200, login.text)
  const authorization = `Bearer ${login.json.data.token}`
  return {
    url,
    child,
    authorization,
    log,
    send: (method, path, body) =>
      exchange(url + path, method, {
        headers: { authorization },
        ...(body === undefined ? {} : { body }),
      }),
    assertAlive: () => {
      assert.deepEqual([child.exitCode, child.signalCode], [null, null], log())
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}
