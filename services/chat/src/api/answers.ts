import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFull } from '@oficina/http/disk-space.ts'
import { isUnavailable } from '@oficina/kit/database.ts'
import { BucketUnavailable } from '@oficina/objects/bucket.ts'
import type { Language } from '@oficina/words/language.ts'

import { ERRORS } from '../errors.ts'
import { ApiError, refusal, serverBusy, type RateState } from '../tenancy/api-error.ts'
import { JsonText } from '../tenancy/json-text.ts'
import { languageOfRequest } from './request-language.ts'

const BAD_REQUEST = 400
const SERVER_ERROR = 500

export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return sendText(reply, status, `${JSON.stringify(body)}\n`)
}

export function sendSuccess(
  reply: FastifyReply,
  fields: Readonly<Record<string, unknown>>,
): FastifyReply {
  const parts = Object.entries<unknown>({ result: 'success', msg: '', ...fields })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = value instanceof JsonText ? value.text : JSON.stringify(value)
      return `${JSON.stringify(name)}:${text}`
    })
  return sendText(reply, 200, `{${parts.join(',')}}\n`)
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .header('cache-control', 'max-age=0, no-cache, no-store, must-revalidate, private')
    .send(text)
}

/** The error that a request ended with, as the API tells it. @source docs/contract/chat.md, Errors */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof ApiError) return sendApiError(error, reply)
  if (isUnavailable(error)) {
    request.log.warn({ err: error, reqId: request.id }, 'the database is away or busy')
    return sendApiError(serverBusy('The server is busy; try again in a moment'), reply)
  }
  if (error instanceof BucketUnavailable) {
    request.log.warn({ err: error, reqId: request.id }, 'the bucket of the files cannot be used')
    return sendApiError(serverBusy('The files cannot be reached; try again in a moment'), reply)
  }
  if (isDiskFull(error)) {
    request.log.error({ err: error, reqId: request.id }, 'the disk is full')
    const full = new ApiError('DISK_FULL', 'The disk of the server is full; nothing was kept.')
    return sendApiError(full, reply)
  }
  const status = statusOf(error)
  if (status === ERRORS.REQUEST_TOO_LARGE.status) {
    return sendApiError(new ApiError('REQUEST_TOO_LARGE', 'The request is too large'), reply)
  }
  if (status < SERVER_ERROR) return sendApiError(refusal('Malformed request'), reply)
  request.log.error({ err: error, reqId: request.id }, 'request failed')
  return sendApiError(new ApiError('INTERNAL_SERVER_ERROR', 'Internal server error'), reply)
}

/** The form of every error. */
export function sendApiError(error: ApiError, reply: FastifyReply): FastifyReply {
  const { retry, status } = error
  if (retry !== undefined) {
    reply.header('retry-after', String(Math.ceil(retry.retryAfterSeconds)))
    if (retry.rate !== undefined) rateHeaders(reply, retry.rate)
  }
  if (error.code === 'UNAUTHORIZED') {
    // Asked for Basic, a browser opens a dialog of its own over the page whose script called; it knows no Session.
    const isScript = reply.request.headers['x-requested-with'] === 'XMLHttpRequest'
    reply.header('www-authenticate', `${isScript ? 'Session' : 'Basic'} realm="zulip"`)
  }
  return sendJson(reply, status, errorBody(error, languageOfRequest(reply.request)))
}

/** What every error is told as. @source docs/contract/chat.md, Common conventions */
export function errorBody(error: ApiError, language: Language): object {
  return {
    result: 'error',
    msg: error.told[language],
    ...error.fieldsIn(language),
    code: error.wireCode,
  }
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' && status >= BAD_REQUEST ? status : SERVER_ERROR
}

export function rateHeaders(reply: FastifyReply, state: RateState): void {
  reply.header('x-ratelimit-limit', String(state.limit))
  reply.header('x-ratelimit-remaining', String(state.remaining))
  reply.header('x-ratelimit-reset', String(state.resetSeconds))
}
