import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { ERRORS } from '../errors.ts'
import { sendErrors } from './envelope.ts'

/**
 * Answers a path that cannot be decoded, before any hook runs, so the request id is set here.
 * @source docs/decisions/0200-erp-errors.md
 */
export function answerUnreadablePath(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const message = 'The path is too long or not properly encoded.'
  sendErrors(reply.header('x-request-id', request.id), ERRORS.MALFORMED_REQUEST.status, [
    { code: 'MALFORMED_REQUEST', message },
  ])
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
  const code = isLarge ? 'HEADERS_TOO_LARGE' : 'MALFORMED_REQUEST'
  const message = isLarge
    ? 'The path or the headers are too large.'
    : 'The request is not proper HTTP, or took too long to arrive.'
  const body = JSON.stringify({ data: null, meta: {}, errors: [{ code, message }] })
  const { status } = ERRORS[code]
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
