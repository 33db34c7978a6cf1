import type { Database } from '@oficina/kit/database.ts'
import type { DiskSpace } from '@oficina/kit/disk-space.ts'
import { sql } from '@oficina/kit/sql.ts'

/** What a service with a database looks at. */
export interface HealthTools {
  readonly database: Database
  readonly disk: () => Promise<DiskSpace>
}

// A database that takes longer to answer nothing at all is of no use to a request either.
const TIMEOUT_MS = 2_000

/**
 * How a service with a database is: ok; degraded, when the disk is nearly full, which keeps nobody from reading; down (503)
 * without the database.
 */
export async function databaseHealth({ database, disk }: HealthTools) {
  const [isUp, { freeBytes, isLow }] = await Promise.all([isAnswering(database), disk()])
  const working = isLow ? 'degraded' : 'ok'
  return {
    statusCode: isUp ? 200 : 503,
    body: {
      status: isUp ? working : 'down',
      database: { available: isUp },
      disk: { freeBytes, low: isLow },
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
