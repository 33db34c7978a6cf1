import { sql } from '@oficina/kit/sql.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Tools } from '../actions/tools.ts'
import type { Serving } from './serve.ts'

const TIMEOUT_MS = 2_000

/**
 * GET /health: ok; degraded, when the disk is nearly full, which keeps nobody from reading; down (503) without the
 * database.
 */
export async function serveHealth(
  { tools }: Serving,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [isUp, disk] = await Promise.all([isAnswering(tools), tools.disk()])
  const working = disk.isLow ? 'degraded' : 'ok'
  return reply
    .code(isUp ? 200 : 503)
    .header('cache-control', 'no-store')
    .send({
      status: isUp ? working : 'down',
      database: { available: isUp },
      disk: { freeBytes: disk.freeBytes, low: disk.isLow },
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
