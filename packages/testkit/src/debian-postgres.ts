import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdir, mkdtemp } from 'node:fs/promises'
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

export interface RunningPostgres {
  readonly port: number
  /** The address of a database of it. */
  url(database: string): string
  /** One statement, as its superuser. */
  query(statement: string, database?: string): Promise<readonly pg.QueryResultRow[]>
  stop(): Promise<void>
  /** Ends it as a power cut would: nobody is told, nothing is finished. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** A folder that PostgreSQL's account may enter; the caller removes it. */
export async function serversFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `oficina-${name}-`))
  await chmod(folder, 0o755)
  return folder
}

/** Makes an empty server with more lines of its configuration. */
export async function initializeServer(data: string, settings: string): Promise<void> {
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await program('initdb', args)
  await appendFile(join(data, 'postgresql.conf'), settings)
}

export async function program(name: string, args: readonly string[]): Promise<void> {
  await run(join(POSTGRES_PROGRAMS, name), [...args], { ...ACCOUNT, cwd: '/' })
}

/** Debian's PostgreSQL at a free port of this machine, running; `fill` makes its data. */
export async function makeServer(
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
    if (child?.exitCode === null) return
    child = spawn(
      join(POSTGRES_PROGRAMS, 'postgres'),
      ['-D', data, '-p', String(port), '-c', `unix_socket_directories=${folder}`],
      // As a client of others it would look for certificates in the home of whoever runs the tests.
      { ...ACCOUNT, cwd: '/', stdio: 'ignore', env: { ...process.env, HOME: folder } },
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
  const kill = async () => {
    if (child === undefined || child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGQUIT')
    await exited
  }
  await start()
  return { port, url, query, start, stop, kill }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
