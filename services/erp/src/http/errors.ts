import { isUnavailable } from '@oficina/kit/database.ts'
import { isDiskFull } from '@oficina/kit/disk-space.ts'
import { NoTurn } from '../actions/turns.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { ApiError, ERRORS, type ErrorCode } from '../errors.ts'
import { ClientGone } from './client-gone.ts'
import { sendErrors } from './envelope.ts'

// Fastify's own refusals, before a handler runs, by their code.
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_JSON',
}

// nginx's status for a client that closed the connection; it stands in logs and metrics alone.
const CLIENT_GONE = 499

/** THE place where an error becomes an answer; whatever is not an `ApiError` is a bug and tells the client nothing. */
export function errorHandler(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof ApiError) {
    return sendErrors(reply.headers({ ...error.headers }), error.status, error.errors)
  }
  const framework = FRAMEWORK_ERRORS[error.code]
  if (framework !== undefined) {
    return sendErrors(reply, ERRORS[framework].status, [
      { code: framework, message: `The request cannot be read: ${ERRORS[framework].when}.` },
    ])
  }
  if (isUnavailable(error)) {
    request.log.error({ err: error, reqId: request.id }, 'the database is away or busy')
    return sendErrors(reply.header('retry-after', '1'), ERRORS.UNAVAILABLE.status, [
      { code: 'UNAVAILABLE', message: 'The database is away or busy; try again.' },
    ])
  }
  if (error instanceof NoTurn) {
    return sendErrors(reply.header('retry-after', '5'), ERRORS.UNAVAILABLE.status, [
      { code: 'UNAVAILABLE', message: 'Too many exports or imports are under way; try again.' },
    ])
  }
  if (isDiskFull(error)) {
    request.log.error({ err: error, reqId: request.id }, 'the disk is full')
    return sendErrors(reply, ERRORS.DISK_FULL.status, [
      { code: 'DISK_FULL', message: 'The disk of the service is full; nothing was kept.' },
    ])
  }
  // There is nobody to tell.
  if (error instanceof ClientGone) return reply.code(CLIENT_GONE).send()
  request.log.error({ err: error, reqId: request.id }, 'unhandled error')
  return sendErrors(reply, ERRORS.INTERNAL_ERROR.status, [
    { code: 'INTERNAL_ERROR', message: `The service failed; its log has it under ${request.id}.` },
  ])
}
