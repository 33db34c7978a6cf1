import { databaseHealth } from '@oficina/http/database-health.ts'

import { otherRoute } from '../../api/other-route.ts'

/** As that of every service with a database; `degraded`, too, while the NATS or the bucket that is configured is away. */
export const health = otherRoute({
  path: '/health',
  handle: async ({ tools, reply }) => {
    const { statusCode, body } = await databaseHealth(tools)
    const { nats, uploads } = tools
    const files = await uploads.health()
    const isWithout = nats?.health.connected === false || files?.isReachable === false
    return reply
      .code(statusCode)
      .header('cache-control', 'no-store')
      .send({
        ...body,
        ...(isWithout && body.status === 'ok' && { status: 'degraded' }),
        ...(files !== undefined && { files: { reachable: files.isReachable } }),
        ...(nats !== undefined && { nats: nats.health }),
      })
  },
})
