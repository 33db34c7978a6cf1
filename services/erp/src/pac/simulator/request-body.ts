import type { FastifyRequest } from 'fastify'

/** The bytes of a request; none where it has no body. */
export function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}
