import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { eventually } from './eventually.ts'

export interface Pooler {
  /** The address of a database of the server through the pooler. */
  through(serverUrl: string): string
  stop(): Promise<void>
}

export interface PoolerOptions {
  /** The server behind it, as any database of it is reached. */
  readonly serverUrl: string
  readonly mode?: 'transaction' | 'session'
  /** Settings of a session that it takes and forgets, as many an operator tells it to. */
  readonly ignored?: string
}

// Each process has a folder of its own for its socket, so any number will do.
const PORT = 6432
// PgBouncer refuses to run as root.
const NOBODY = 65_534
/** Where Debian puts PgBouncer. */
export const POOLER_COMMAND = '/usr/sbin/pgbouncer'

/** PgBouncer in front of a test server, on a socket in a folder of its own. */
export async function startPooler(options: PoolerOptions): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-pooler-'))
  await chmod(folder, 0o777)
  const file = join(folder, 'pooler.ini')
  await writeFile(file, configuration(folder, options))
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(POOLER_COMMAND, ['-q', file], {
    ...account,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const through = (serverUrl: string) => {
    const url = new URL(serverUrl)
    url.hostname = 'localhost'
    url.port = String(PORT)
    url.search = new URLSearchParams({ host: folder }).toString()
    return url.href
  }
  await eventually('the pooler answers', async () => {
    if (child.exitCode !== null) throw new Error('PgBouncer ended')
    const client = new pg.Client({ connectionString: through(options.serverUrl) })
    await client.connect()
    await client.query('select 1')
    await client.end()
    return true
  })
  return {
    through,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration(folder: string, { serverUrl, mode, ignored = '' }: PoolerOptions): string {
  const { password, port, username } = new URL(serverUrl)
  return `[databases]
* = host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = ${PORT}
auth_type = any
pool_mode = ${mode ?? 'transaction'}
ignore_startup_parameters = ${ignored}
default_pool_size = 4
max_client_conn = 500
server_idle_timeout = 5
`
}
