import { databaseHealth } from '@oficina/http/database-health.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Serving } from '../../api/serve.ts'

/** GET /health */
export async function serveHealth(
  { tools }: Serving,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { statusCode, body } = await databaseHealth(tools)
  return reply.code(statusCode).header('cache-control', 'no-store').send(body)
}
