import { access, constants } from 'node:fs/promises'

import type { FastifyReply } from 'fastify'

import type { Exchange } from './context.ts'

/**
 * GET /health: ok, degraded (no office, or no scratch space: .docx still works), or down (no templates, 503).
 * @source docs/contract/documents.md, Service health states
 */
export async function health({ tools, reply }: Exchange): Promise<FastifyReply> {
  const uptimeMs = Math.max(0, Math.round(tools.now() - tools.startedMs))
  const [detected, isReadable, isWritable] = await Promise.all([
    tools.detectOffice(),
    tools.store.isReadable(),
    access(tools.tmpDir, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ),
  ])
  const isAvailable = detected.path !== undefined
  const office = {
    available: isAvailable,
    ...(isAvailable && detected.version !== undefined ? { version: detected.version } : {}),
  }
  reply.header('cache-control', 'no-store')
  if (!isReadable) {
    return reply
      .code(503)
      .send({ status: 'down', uptimeMs, office, templatesDir: { readable: false } })
  }
  const status = isAvailable && isWritable ? 'ok' : 'degraded'
  return reply.send({ status, uptimeMs, office, tmpDir: { writable: isWritable } })
}
