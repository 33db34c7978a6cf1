import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'

import { eventually } from './eventually.ts'

const run = promisify(execFile)

/** Where Debian puts the programs of PostgreSQL 15. */
export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin'
const NOBODY = 65_534
// PostgreSQL refuses to run as root.
const ACCOUNT = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined
const SETTINGS = 'fsync = off\nmax_connections = 60\nhot_standby = on\nshared_buffers = 32MB\n'

export interface RunningPostgres {
  /** The address of a database of it. */
  url(database: string): string
  /** One statement, as its superuser. */
  query(statement: string, database?: string): Promise<readonly pg.QueryResultRow[]>
  stop(): Promise<void>
  start(): Promise<void>
}

export interface ReplicatedPostgres {
  readonly primary: RunningPostgres
  /** Follows the primary by streaming. */
  readonly replica: RunningPostgres
  stop(): Promise<void>
}

/** Debian's PostgreSQL twice: a server, and a replica that follows it. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-replicated-'))
  await chmod(folder, 0o755)
  const primary = await makeServer(join(folder, 'primary'), async (data) => {
    await program('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
    ])
    await appendFile(join(data, 'postgresql.conf'), SETTINGS)
  })
  const replica = await makeServer(join(folder, 'replica'), async (data) => {
    const from = primary.url('postgres')
    await program('pg_basebackup', ['-D', data, '-d', from, '-R', '-X', 'stream', '-c', 'fast'])
  })
  return {
    primary,
    replica,
    stop: async () => {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function program(name: string, args: readonly string[]): Promise<void> {
  await run(join(POSTGRES_PROGRAMS, name), [...args], { ...ACCOUNT, cwd: '/' })
}

async function makeServer(
  folder: string,
  fill: (data: string) => Promise<void>,
): Promise<RunningPostgres> {
  await mkdir(folder)
  if (ACCOUNT !== undefined) await chown(folder, ACCOUNT.uid, ACCOUNT.gid)
  const data = join(folder, 'data')
  await fill(data)
  const port = await freePort()
  const url = (database: string) => `postgresql://postgres:trusted@127.0.0.1:${port}/${database}`
  const query = async (statement: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: url(database) })
    await client.connect()
    try {
      return (await client.query<pg.QueryResultRow>(statement)).rows
    } finally {
      await client.end()
    }
  }
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(
      join(POSTGRES_PROGRAMS, 'postgres'),
      ['-D', data, '-p', String(port), '-c', `unix_socket_directories=${folder}`],
      { ...ACCOUNT, cwd: '/', stdio: 'ignore' },
    )
    await eventually('PostgreSQL answers', async () => {
      if (child?.exitCode !== null) throw new Error('PostgreSQL ended')
      return await query('select 1').then(
        () => true,
        () => false,
      )
    })
  }
  const stop = async () => {
    if (child === undefined || child.exitCode !== null) return
    const exited = once(child, 'exit')
    // Ends sessions and all.
    child.kill('SIGINT')
    await exited
  }
  await start()
  return { url, query, start, stop }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
