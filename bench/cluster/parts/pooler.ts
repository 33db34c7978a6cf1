import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { accountOf } from './account.ts'
import { postgresUrl, statement } from './postgres.ts'
import { Program } from './program.ts'

export const POOLER_COMMAND = '/usr/sbin/pgbouncer'
const SHIPPED = resolve(import.meta.dirname, '../../../deploy/pgbouncer.ini')

export interface PoolerOptions {
  readonly folder: string
  readonly port: number
  readonly postgresPort: number
  readonly databases: readonly string[]
  readonly logFile: string
}

/** PgBouncer with the configuration that operators copy, its addresses and its way to sign in replaced. */
export function poolerPart({
  folder,
  port,
  postgresPort,
  databases,
  logFile,
}: PoolerOptions): Program {
  const file = join(folder, 'pgbouncer.ini')
  const rows = databases.map(
    (name) => `${name} = host=127.0.0.1 port=${postgresPort} user=postgres`,
  )
  const text = readFileSync(SHIPPED, 'utf8')
    .replace(/(?<=\[databases\]\n)[^[]*/, `${rows.join('\n')}\n\n`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1\nunix_socket_dir =')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*$/m, 'auth_type = any')
    .replace(/^auth_file = .*\n/m, '')
  writeFileSync(file, text, { mode: 0o644 })
  return new Program({
    name: 'pgbouncer',
    command: POOLER_COMMAND,
    args: ['-q', file],
    account: accountOf('nobody'),
    logFile,
    stopSignal: 'SIGINT',
    isReady: async () => {
      await statement(postgresUrl(port, databases[0] ?? ''), 'select 1')
      return true
    },
  })
}
