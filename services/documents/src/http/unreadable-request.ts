import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { ERRORS, invalidInput } from '../errors.ts'
import { sendError } from './error-handler.ts'

/**
 * Answers a path that Fastify cannot read, before any route or hook runs, in the contract's envelope and with its
 * `x-request-id`.
 */
export function answerUnreadablePath(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const isLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
  const message = isLong ? 'the path is too long' : 'the path is not properly encoded'
  reply.header('x-request-id', request.id)
  sendError(request, reply, invalidInput([{ path: [], message }]))
}

/** Answers what is no HTTP, or has headers larger than the server takes; there is no request to speak of. */
export function answerUnreadableRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  // Nobody is there any more, or the answer to a request before this one is under way.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const refusal = invalidInput([
    {
      path: [],
      message: isLarge
        ? 'the headers are too large'
        : 'the request is not proper HTTP, or took too long to arrive',
    },
  ])
  const requestId = randomUUID()
  const { code, message, details } = refusal
  const body = JSON.stringify({ error: { code, message, requestId, details } })
  socket.end(
    [
      `HTTP/1.1 ${ERRORS[code]} ${STATUS_CODES[ERRORS[code]]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
