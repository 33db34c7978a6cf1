import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CLIENT_GONE } from '@oficina/http/client-gone.ts'
import { isDiskFull } from '@oficina/http/disk-space.ts'
import { isUnavailable } from '@oficina/kit/database.ts'

import { SemaphoreFull } from '../actions/semaphore.ts'
import { ApiError, ERRORS, type ErrorCode, type ErrorEntry } from '../errors.ts'
import {
  DATABASE_AWAY,
  NO_DISK_SPACE,
  SERVICE_FAILED,
  TOO_MANY_TRANSFERS,
  cannotBeRead,
  type Unreadable,
} from '../messages/http.ts'
import type { Message } from '../messages/message.ts'
import { ClientGone } from './client-gone.ts'
import { sendErrors } from './envelope.ts'

// Fastify's own refusals, before a handler runs, by code.
const FRAMEWORK_ERRORS: Readonly<Record<string, Unreadable>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_JSON',
}

/** THE place where an error becomes an answer; whatever is not an `ApiError` is a bug and tells the client nothing. */
export function errorHandler(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // There is nobody to answer.
  if (error instanceof ClientGone) return reply.code(CLIENT_GONE).send()
  const { status, headers, errors } = refusalOf(error, request)
  return sendErrors(reply.headers(headers), status, errors)
}

interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly errors: readonly ErrorEntry[]
}

/** What a client is told about an error. What the operator has to know is logged under the request's id. */
export function refusalOf(error: Error, request: FastifyRequest): Refusal {
  if (error instanceof ApiError) {
    return { status: error.status, headers: error.headers, errors: error.errors }
  }
  const framework = 'code' in error ? FRAMEWORK_ERRORS[String(error.code)] : undefined
  if (framework !== undefined) {
    return refused(framework, cannotBeRead(framework))
  }
  const seen = { err: error, reqId: request.id }
  if (isUnavailable(error)) {
    request.log.error(seen, 'the database is away or busy')
    return refused('UNAVAILABLE', DATABASE_AWAY(), { 'retry-after': '1' })
  }
  if (error instanceof SemaphoreFull) {
    return refused('UNAVAILABLE', TOO_MANY_TRANSFERS(), { 'retry-after': '5' })
  }
  if (isDiskFull(error)) {
    request.log.error(seen, 'the disk is full')
    return refused('DISK_FULL', NO_DISK_SPACE())
  }
  request.log.error(seen, 'unhandled error')
  return refused('INTERNAL_ERROR', SERVICE_FAILED({ request: request.id }))
}

function refused(
  code: ErrorCode,
  message: Message,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return { status: ERRORS[code].status, headers, errors: [{ code, message }] }
}
