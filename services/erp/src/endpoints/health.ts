import { databaseHealth } from '@oficina/http/database-health.ts'

import { publicEndpoint } from './endpoint.ts'

const JOINED = { enum: ['absent', 'configured', 'ok', 'failing'] }

export const health = publicEndpoint({
  method: 'GET',
  path: '/health',
  auth: 'public',
  tag: 'service',
  summary: 'Whether the service and its database answer',
  answers: {
    200: {
      type: 'object',
      required: ['status', 'uptimeMs', 'disk'],
      properties: {
        status: { enum: ['ok', 'degraded'] },
        disk: { type: 'object' },
        readReplica: {
          type: 'object',
          description:
            'The replica of DATABASE_READ_URL: whether exports and reports are read there.',
          required: ['state', 'behindBytes'],
          properties: {
            state: { enum: ['used', 'behind', 'away', 'foreign', 'primary'] },
            behindBytes: { type: ['integer', 'null'] },
          },
        },
        joined: {
          type: 'object',
          description: 'What the last call of each service beside this one came to.',
          properties: { documents: JOINED, chat: JOINED },
        },
      },
    },
    503: {
      type: 'object',
      required: ['status'],
      properties: {
        status: { const: 'down' },
        stopping: { const: true, description: 'The process takes no new requests.' },
      },
    },
  },
  failures: [],
  handle: async ({ tools, reply }) => {
    const { statusCode, body } = await databaseHealth(tools)
    const { status, ...parts } = body
    const uptimeMs = Math.round(performance.now())
    return reply
      .code(statusCode)
      .header('cache-control', 'no-store')
      .send({
        status,
        uptimeMs,
        ...parts,
        models: tools.registry.models.size,
        joined: tools.joined.states(),
      })
  },
})
