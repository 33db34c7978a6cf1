import { databaseHealth } from '@oficina/http/database-health.ts'

import type { PublicExchange } from '../http/context.ts'

/** GET /health */
export async function health({ tools, reply }: PublicExchange) {
  const { statusCode, body } = await databaseHealth(tools)
  const { status, ...parts } = body
  const uptimeMs = Math.round(performance.now())
  return reply
    .code(statusCode)
    .header('cache-control', 'no-store')
    .send({ status, uptimeMs, ...parts, models: tools.registry.models.size })
}
