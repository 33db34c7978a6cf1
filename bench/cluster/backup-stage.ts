import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import { DATABASES } from './databases.ts'
import { startLoads, type Prepared } from './loads/all-loads.ts'
import { baseBackup, restoreNodes } from './parts/base-backup.ts'
import { freePorts } from './parts/free-ports.ts'
import { postgresUrl, statement } from './parts/postgres.ts'

export interface BackupResult {
  readonly nodes: number
  readonly backupSeconds: number
  readonly restoreSeconds: number
  readonly checks: readonly Check[]
}

interface Check {
  readonly what: string
  /** Acknowledged before the restore point; all must be in the restored database. */
  readonly acknowledged: number
  readonly restored: number
  readonly writtenAfter: number
  readonly isEqual: boolean
}

/**
 * Backs up every node while clients write, makes a restore point after which they write on, restores all nodes beside
 * the cluster to that point from their backups and their logs, starts them and compares.
 */
export async function backUpAndRestore(
  cluster: Cluster,
  prepared: Prepared,
  kind: 'plain' | 'citus',
): Promise<BackupResult> {
  const place = join(cluster.folder, 'backup')
  const loads = await startLoads(cluster, prepared, 'backup')
  const beganMs = performance.now()
  await baseBackup(cluster.postgresPorts, place)
  const backupSeconds = since(beganMs)
  await Promise.all(loads.map((load) => load.stop()))
  // What is there now must be there after the restore, and nothing of what is written from here on.
  const before = await countAll(cluster.postgresPorts[0] ?? 0)
  await makeRestorePoint(cluster.postgresPorts[0] ?? 0, kind)
  const later = await startLoads(cluster, prepared, 'after')
  await delay(2_000)
  await Promise.all(later.map((load) => load.stop()))
  await archiveAll(cluster.postgresPorts)
  const now = await countAll(cluster.postgresPorts[0] ?? 0)
  const restoredMs = performance.now()
  const ports = await freePorts(cluster.postgresPorts.length)
  const nodes = await restoreNodes({
    place,
    folder: cluster.folder,
    ports,
    from: cluster.postgresPorts,
    point: RESTORE_POINT,
    kind,
  })
  try {
    const restored = await countAll(ports[0] ?? 0)
    const checks = [...before].map(([what, acknowledged]) => ({
      what,
      acknowledged,
      restored: restored.get(what) ?? -1,
      writtenAfter: (now.get(what) ?? 0) - acknowledged,
      isEqual: restored.get(what) === acknowledged,
    }))
    return { nodes: ports.length, backupSeconds, restoreSeconds: since(restoredMs), checks }
  } finally {
    for (const node of nodes) await node.stop()
  }
}

const RESTORE_POINT = 'oficina'

async function makeRestorePoint(port: number, kind: 'plain' | 'citus'): Promise<void> {
  if (kind === 'plain') {
    await statement(
      postgresUrl(port, DATABASES[0]),
      `select pg_create_restore_point('${RESTORE_POINT}')`,
    )
    return
  }
  // One point for all nodes at which no distributed transaction is half done; the nodes' logs hold both databases, but
  // the locks that make it whole are those of one of them, so nothing else may be under way in the other.
  await statement(
    postgresUrl(port, DATABASES[1]),
    `select citus_create_restore_point('${RESTORE_POINT}')`,
  )
}

/** Until the log up to now is in the archive of each node. */
async function archiveAll(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const url = postgresUrl(port, 'postgres')
    const [row] = await statement(url, 'select pg_walfile_name(pg_switch_wal()) as name')
    for (let tries = 0; tries < 200; tries += 1) {
      const [archived] = await statement(
        url,
        'select last_archived_wal >= $1 as done from pg_stat_archiver',
        [row?.name],
      )
      if (archived?.done === true) break
      await delay(100)
    }
  }
}

const COUNTED: readonly (readonly [string, string, string])[] = [
  ['purchases', DATABASES[0], 'select count(*) from public.compra'],
  ['entries', DATABASES[0], 'select count(*) from public.poliza'],
  [
    'debits in cents',
    DATABASES[0],
    'select coalesce(sum(cargo) * 100, 0)::int8 as count from public.poliza_partida',
  ],
  [
    'credits in cents',
    DATABASES[0],
    'select coalesce(sum(abono) * 100, 0)::int8 as count from public.poliza_partida',
  ],
  ['messages', DATABASES[1], 'select count(*) from chat.message'],
  [
    'characters of messages',
    DATABASES[1],
    'select coalesce(sum(length(content)), 0)::int8 as count from chat.message',
  ],
]

async function countAll(port: number): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const [what, database, text] of COUNTED) {
    const [row] = await statement(postgresUrl(port, database), text)
    counts.set(what, Number(row?.count))
  }
  return counts
}

function since(ms: number): number {
  return Math.round((performance.now() - ms) / 100) / 10
}
