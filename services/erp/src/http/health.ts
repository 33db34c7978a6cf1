import { sql } from '@oficina/kit/sql.ts'

import type { PublicExchange } from './context.ts'

const TIMEOUT_MS = 2_000

/** GET /health: 200 while the database answers, else 503. */
export async function health({ tools, reply }: PublicExchange) {
  const isUp = await Promise.race([
    tools.database.query(sql`select 1`).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), TIMEOUT_MS).unref()
    }),
  ])
  return reply.code(isUp ? 200 : 503).send({
    status: isUp ? 'ok' : 'down',
    uptimeMs: Math.round(performance.now()),
    database: { available: isUp },
    models: tools.registry.models.size,
  })
}
