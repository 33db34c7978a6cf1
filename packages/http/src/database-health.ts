import type { Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { DiskSpace } from './disk-space.ts'

/** What the health of a service with a database depends on. */
export interface HealthTools {
  readonly database: Database
  readonly disk: () => Promise<DiskSpace>
  /** Where long reads go. */
  readonly reads: { state(): ReplicaHealth | undefined }
}

/** How a replica of the database is; see `LongReads`. */
interface ReplicaHealth {
  readonly state: 'used' | 'behind' | 'away' | 'primary' | 'foreign'
  readonly behindBytes: number | null
}

// A database that takes longer for an empty query is of no use to a request either.
const TIMEOUT_MS = 2_000

// What is asked of the database itself instead.
const MISSED: ReadonlySet<unknown> = new Set(['behind', 'away', 'foreign'])

/**
 * The health of a service with a database: ok; degraded when the disk is nearly full, which does not stop anybody from
 * reading, or when a replica cannot be read from, whose work the database does; down (503) without the database.
 */
export async function databaseHealth({ database, disk, reads }: HealthTools) {
  const [isUp, { freeBytes, isLow }] = await Promise.all([isAnswering(database), disk()])
  const replica = reads.state()
  const working = isLow || MISSED.has(replica?.state) ? 'degraded' : 'ok'
  return {
    statusCode: isUp ? 200 : 503,
    body: {
      status: isUp ? working : 'down',
      database: { available: isUp },
      disk: { freeBytes, low: isLow },
      ...(replica !== undefined && { readReplica: replica }),
    },
  }
}

async function isAnswering(database: Database): Promise<boolean> {
  return await Promise.race([
    database.query(sql`select 1`).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), TIMEOUT_MS).unref()
    }),
  ])
}
