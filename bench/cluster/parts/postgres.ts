import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'

import { accountOf } from './account.ts'
import { Program } from './program.ts'

export const POSTGRES_BINARIES = '/usr/lib/postgresql/15/bin'
const SUPERUSER = 'postgres'
const INITDB_TIMEOUT_MS = 60_000
const SYNC_TIMEOUT_MS = 120_000
const run = promisify(execFile)

export interface PostgresOptions {
  readonly name: string
  /** A folder that does not exist yet, or that holds the files of a server that was stopped. */
  readonly folder: string
  readonly port: number
  readonly logFile: string
  /** Lines of its configuration beside the address. */
  readonly settings?: readonly string[]
}

/** Debian's PostgreSQL on the loopback interface. */
export function postgresPart(options: PostgresOptions): Program {
  const { name, folder, port, logFile } = options
  return new Program({
    name,
    command: join(POSTGRES_BINARIES, 'postgres'),
    args: ['-D', folder, '-p', String(port)],
    account: accountOf(SUPERUSER),
    logFile,
    stopSignal: 'SIGINT',
    // After a crash the last of its processes must have left the shared memory.
    restarts: 20,
    startTimeoutMs: 60_000,
    isReady: () => answers(port),
  })
}

/** Makes the files of a server that was never started. */
export async function makePostgres({ folder, settings = [] }: PostgresOptions): Promise<void> {
  const account = accountOf(SUPERUSER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  await run(
    join(POSTGRES_BINARIES, 'initdb'),
    ['-D', folder, '-A', 'trust', '-U', SUPERUSER, '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...account, timeout: INITDB_TIMEOUT_MS, env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' } },
  )
  const lines = [
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'max_connections = 300',
    // Until `makeDurable`: tables are made in a fraction of the time.
    'fsync = off',
    ...settings,
  ]
  await appendFile(join(folder, 'postgresql.conf'), `${lines.join('\n')}\n`)
}

/** From here on a commit that is answered is on the disk, and so is all that was written before. */
export async function makeDurable(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const url = postgresUrl(port, 'postgres')
    await statement(url, 'alter system set fsync = on')
    await statement(url, 'select pg_reload_conf()')
    await statement(url, 'checkpoint')
  }
  await run('/usr/bin/sync', [], { timeout: SYNC_TIMEOUT_MS })
  for (const port of ports) {
    const [row] = await statement(postgresUrl(port, 'postgres'), 'show fsync')
    if (row?.fsync !== 'on') throw new Error(`fsync is ${String(row?.fsync)} on port ${port}`)
  }
}

/** The address of a database of a server on this machine. */
export function postgresUrl(port: number, database: string): string {
  return `postgresql://${SUPERUSER}@127.0.0.1:${port}/${database}`
}

/** One statement on a connection of its own. */
export async function statement(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<any[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text, [...values])).rows
  } finally {
    await client.end()
  }
}

async function answers(port: number): Promise<boolean> {
  await statement(postgresUrl(port, 'postgres'), 'select 1')
  return true
}
