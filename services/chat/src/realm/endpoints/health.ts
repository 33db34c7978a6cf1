import { databaseHealth } from '@oficina/http/database-health.ts'

import { otherRoute } from '../../api/other-route.ts'

/** As that of every service with a database; `degraded`, too, while the NATS that is configured is away. */
export const health = otherRoute({
  path: '/health',
  handle: async ({ tools, reply }) => {
    const { statusCode, body } = await databaseHealth(tools)
    const { nats } = tools
    const isWithout = nats?.isConnected === false && body.status === 'ok'
    return reply
      .code(statusCode)
      .header('cache-control', 'no-store')
      .send({
        ...body,
        ...(isWithout && { status: 'degraded' }),
        ...(nats !== undefined && { nats: { connected: nats.isConnected } }),
      })
  },
})
