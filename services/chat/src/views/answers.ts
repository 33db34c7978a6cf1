import { isDiskFull } from '@oficina/kit/disk-space.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { RateState } from '../access/rate-limit.ts'
import { ApiError } from '../errors.ts'
import { JsonText } from '../realm/json-text.ts'

const BAD_REQUEST = 400
const TOO_LARGE = 413
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
  if (error instanceof ApiError) {
    const { state, ...extra } = error.extra
    if (state !== undefined) rateHeaders(reply, state as RateState)
    if (error.code === 'UNAUTHORIZED') reply.header('www-authenticate', 'Basic realm="zulip"')
    if (error.code === 'RATE_LIMIT_HIT') {
      reply.header('retry-after', String(Math.ceil(Number(extra['retry-after']))))
    }
    return sendJson(reply, error.status, {
      result: 'error',
      msg: error.message,
      ...extra,
      code: error.code,
    })
  }
  if (isDiskFull(error)) {
    request.log.error({ err: error, reqId: request.id }, 'the disk is full')
    const full = new ApiError('DISK_FULL', 'The disk of the server is full; nothing was kept.')
    return sendError(full, request, reply)
  }
  const status = statusOf(error)
  if (status === TOO_LARGE) {
    return sendJson(reply, status, {
      result: 'error',
      msg: 'The request is too large',
      code: 'BAD_REQUEST',
    })
  }
  if (status < SERVER_ERROR) {
    return sendJson(reply, status, {
      result: 'error',
      msg: 'Malformed request',
      code: 'BAD_REQUEST',
    })
  }
  request.log.error({ err: error, reqId: request.id }, 'request failed')
  return sendJson(reply, SERVER_ERROR, { result: 'error', msg: 'Internal server error' })
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
