import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'
import type { Log } from '@oficina/kit/log.ts'

import type { PostgresAccount } from './postgres-account.ts'

const START_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 15_000
const POLL_MS = 20
// The first restart is almost immediate; each further one waits twice as long, up to a cap.
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 10_000
// A server that ran for this long counts as healthy again.
const STEADY_MS = 60_000
// How long clients may take to disconnect after the owner was killed: more than a service's graceful stop.
const LEAVE_SECONDS = 30

interface ServerOptions {
  readonly folder: string
  readonly account: PostgresAccount
  readonly port: number
  /** The folder of its Unix socket; null for none. */
  readonly sockets: string | null
  readonly log: Log
  readonly durability?: 'safe' | 'throw-away'
}

/** One PostgreSQL server process, started again whenever it dies before `stop`. */
export class PostgresServer {
  #child: ChildProcess | undefined
  #isStopping = false
  #deaths = 0
  #startedMs = 0
  readonly #options: ServerOptions

  constructor(options: ServerOptions) {
    this.#options = options
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Returns when the server answers. */
  async start(adminUrl: string): Promise<void> {
    for (let waited = 0; ; waited += POLL_MS) {
      // Backends of a killed server hold its shared memory for a moment, and the new one fails until then.
      if (this.#child === undefined) this.#spawn()
      if (await answers(adminUrl)) return
      if (waited > START_TIMEOUT_MS) throw new Error('PostgreSQL does not answer')
      await delay(POLL_MS)
    }
  }

  #spawn(): void {
    const { folder, account, log } = this.#options
    const child = spawn(
      join(account.binaries, 'postgres'),
      ['-D', join(folder, 'postgres'), ...this.#settings()],
      spawnOptions(folder, account),
    )
    const guard = child.pid === undefined ? undefined : startGuard(child.pid, folder, account)
    child.stdout?.resume()
    child.stderr?.on('data', (chunk) => log.debug({ postgres: String(chunk).trim() }, 'postgres'))
    child.once('error', (error) => log.error({ err: error }, 'PostgreSQL cannot be run'))
    child.once('close', (code, signal) => {
      guard?.kill('SIGKILL')
      this.#onClose(code ?? signal)
    })
    this.#child = child
    this.#startedMs = performance.now()
  }

  #settings(): string[] {
    const { sockets } = this.#options
    const settings = [
      `port=${this.#options.port}`,
      'listen_addresses=127.0.0.1',
      // In quotes: a comma would end the name.
      `unix_socket_directories=${sockets === null ? '' : `"${sockets}"`}`,
      'unix_socket_permissions=0700',
      'max_connections=100',
      'shared_buffers=256MB',
      'random_page_cost=1.1',
      'timezone=UTC',
      'log_min_messages=warning',
    ]
    if (this.#options.durability === 'throw-away') {
      settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
      // Databases that live for seconds: to collect statistics of each takes longer than it saves.
      settings.push('autovacuum=off')
      // Of all that run side by side: pools of services, some of them started as several processes, and those of tests.
      settings.push('max_connections=200')
    }
    return settings.flatMap((setting) => ['-c', setting])
  }

  #onClose(how: number | string | null): void {
    this.#child = undefined
    if (this.#isStopping) return
    if (performance.now() - this.#startedMs > STEADY_MS) this.#deaths = 0
    this.#deaths += 1
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (this.#deaths - 1), LONGEST_DELAY_MS)
    const { log } = this.#options
    log.warn({ how, deaths: this.#deaths, delayMs }, 'PostgreSQL died and is started again')
    setTimeout(() => {
      if (!this.#isStopping && this.#child === undefined) this.#spawn()
    }, delayMs).unref()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const child = this.#child
    if (child === undefined) return
    const closed = new Promise((done) => child.once('close', done))
    // SIGINT is PostgreSQL's "fast" stop: transactions end, a checkpoint is written.
    child.kill('SIGINT')
    const isClosed = await Promise.race([
      closed.then(() => true),
      delay(STOP_TIMEOUT_MS, false, { ref: false }),
    ])
    if (!isClosed) child.kill('SIGKILL')
  }
}

/** How programs of PostgreSQL are run: as their own user, in their own folder, without our environment. */
export function spawnOptions(folder: string, { uid, gid }: PostgresAccount) {
  return {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C at a terminal must reach the services first, and PostgreSQL last.
    detached: true,
    // PostgreSQL reads PG* variables and TZ; the service's own environment holds secrets that it does not need.
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(uid === undefined ? {} : { uid, gid: gid ?? uid }),
  }
}

// Its standard input closes when the process at the other end is gone, however it ended. Then the server stops once its
// clients have left, or after a while without waiting for them.
const GUARD = `read -r _
kill -TERM "$0" || exit
for _ in $(seq ${LEAVE_SECONDS}); do kill -0 "$0" || exit; sleep 1; done
kill -INT "$0"`

/** A process that stops the server after this process was killed and could not do it itself. */
function startGuard(pid: number, folder: string, account: PostgresAccount): ChildProcess {
  const guard = spawn('sh', ['-c', GUARD, String(pid)], {
    ...spawnOptions(folder, account),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell, the next start stops what a killed process left behind.
  guard.once('error', () => undefined)
  return guard
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  // A server that stops during a query tells the connection too, not only the caller.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    // Not yet: the caller asks again until its own time is up.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
