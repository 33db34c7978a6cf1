import { databaseHealth } from '@oficina/http/database-health.ts'

import { otherRoute } from '../../api/other-route.ts'

export const health = otherRoute({
  path: '/health',
  handle: async ({ tools, reply }) => {
    const { statusCode, body } = await databaseHealth(tools)
    return reply.code(statusCode).header('cache-control', 'no-store').send(body)
  },
})
