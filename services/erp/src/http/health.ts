import { sql } from '@oficina/kit/sql.ts'

import type { PublicExchange, Tools } from './context.ts'

const TIMEOUT_MS = 2_000

/**
 * GET /health: ok; degraded, when the disk is nearly full, which keeps nobody from reading; down (503) without the
 * database.
 */
export async function health({ tools, reply }: PublicExchange) {
  const [isUp, disk] = await Promise.all([isAnswering(tools), tools.disk()])
  const working = disk.isLow ? 'degraded' : 'ok'
  return reply
    .code(isUp ? 200 : 503)
    .header('cache-control', 'no-store')
    .send({
      status: isUp ? working : 'down',
      uptimeMs: Math.round(performance.now()),
      database: { available: isUp },
      disk: { freeBytes: disk.freeBytes, low: disk.isLow },
      models: tools.registry.models.size,
    })
}

async function isAnswering({ database }: Tools): Promise<boolean> {
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
