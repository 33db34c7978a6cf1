import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { DATABASES } from '../databases.ts'
import { accountOf } from './account.ts'
import type { Part } from './part.ts'
import { POSTGRES_BINARIES, postgresPart, postgresUrl, statement } from './postgres.ts'

const run = promisify(execFile)
const BACKUP_TIMEOUT_MS = 120_000

/** The folder in which a node keeps its log for backups. */
export function archiveOf(folder: string, port: number): string {
  return join(folder, 'archive', String(port))
}

/** Settings of a node that keeps its log, for as long as its last backup needs it. */
export async function archiving(folder: string, port: number): Promise<readonly string[]> {
  const place = archiveOf(folder, port)
  await mkdir(place, { recursive: true })
  const account = accountOf('postgres')
  if (account !== undefined) await chown(place, account.uid, account.gid)
  return ['archive_mode = on', `archive_command = 'test ! -f ${place}/%f && cp %p ${place}/%f'`]
}

/** A copy of each node while it works on, as `pg_basebackup` makes it. */
export async function baseBackup(ports: readonly number[], place: string): Promise<void> {
  const account = accountOf('postgres')
  await mkdir(place, { recursive: true })
  if (account !== undefined) await chown(place, account.uid, account.gid)
  await Promise.all(
    ports.map((port) =>
      run(
        join(POSTGRES_BINARIES, 'pg_basebackup'),
        [
          '-h',
          '127.0.0.1',
          '-p',
          String(port),
          '-U',
          'postgres',
          '-D',
          join(place, String(port)),
          '-c',
          'fast',
          '-X',
          'none',
        ],
        { ...account, timeout: BACKUP_TIMEOUT_MS, env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' } },
      ),
    ),
  )
}

export interface Restoring {
  readonly place: string
  readonly folder: string
  /** Where the nodes were, and where the restored ones are to be. */
  readonly from: readonly number[]
  readonly ports: readonly number[]
  readonly point: string
  readonly kind: 'plain' | 'citus'
}

/** Starts each copy, which reads its log up to the point and goes on from there as a server of its own. */
export async function restoreNodes(restoring: Restoring): Promise<readonly Part[]> {
  const { place, folder, from, ports, point, kind } = restoring
  const nodes: Part[] = []
  for (const [index, port] of ports.entries()) {
    const source = from[index] ?? 0
    const data = join(place, String(source))
    await appendFile(
      join(data, 'postgresql.conf'),
      [
        `restore_command = 'cp ${archiveOf(folder, source)}/%f %p'`,
        `recovery_target_name = '${point}'`,
        "recovery_target_action = 'promote'",
        'archive_mode = off',
        '',
      ].join('\n'),
    )
    await writeFile(join(data, 'recovery.signal'), '')
    const name = `restored ${index}`
    nodes.push(postgresPart({ name, folder: data, port, logFile: join(folder, `${name}.log`) }))
  }
  try {
    for (const [index, node] of nodes.entries()) {
      await node.start()
      await untilPromoted(ports[index] ?? 0)
    }
    if (kind === 'citus') await renameNodes(ports, from)
    return nodes
  } catch (error) {
    for (const node of nodes) await node.stop()
    throw error
  }
}

async function untilPromoted(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const [row] = await statement(
      postgresUrl(port, 'postgres'),
      'select pg_is_in_recovery() as reads',
    )
    if (row?.reads === false) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`the server on port ${port} does not end its recovery`)
}

/** The coordinator must ask the restored workers, not those that they were copied from. */
async function renameNodes(ports: readonly number[], from: readonly number[]): Promise<void> {
  for (const database of DATABASES) {
    const url = postgresUrl(ports[0] ?? 0, database)
    for (const [index, port] of ports.entries()) {
      await statement(
        url,
        'select citus_update_node(nodeid, nodename, $1) from pg_dist_node where nodeport = $2',
        [port, from[index]],
      )
    }
  }
}
