import { access, constants } from 'node:fs/promises'

import type { FastifyReply } from 'fastify'

import type { Exchange } from './context.ts'

/**
 * GET /health: ok, degraded (no office, no scratch space, or no room for templates: .docx still works), or down (no templates, 503).
 * @source docs/contract/documents.md, Service health states
 */
export async function health({ tools, reply }: Exchange): Promise<FastifyReply> {
  const uptimeMs = Math.max(0, Math.round(tools.now() - tools.startedMs))
  const [detected, isReadable, isTmpWritable, freeBytes] = await Promise.all([
    tools.detectOffice(),
    tools.store.isReadable(),
    isWritable(tools),
    tools.store.freeBytes(),
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
  const isFull = freeBytes < FULL_BELOW_BYTES
  return reply.send({
    status: isAvailable && isTmpWritable && !isFull ? 'ok' : 'degraded',
    uptimeMs,
    office,
    tmpDir: { writable: isTmpWritable },
    ...(isFull ? { templatesDir: { readable: true, writable: false } } : {}),
  })
}

// Less than the smallest document and its PDF take; a disk is called full before it is.
const FULL_BELOW_BYTES = 1024 * 1024

async function isWritable({ tmpDir, disk }: Exchange['tools']): Promise<boolean> {
  const isAllowed = await access(tmpDir, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  return isAllowed && (await disk.freeBytes(tmpDir)) >= FULL_BELOW_BYTES
}
