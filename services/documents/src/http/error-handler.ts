import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { ApiError, ERRORS, insufficientStorage, invalidInput } from '../errors.ts'
import { say } from '../messages/say.ts'
import { languageOfRequest } from './request-language.ts'

const TOO_LARGE = new Set([
  'FST_ERR_CTP_BODY_TOO_LARGE',
  'FST_REQ_FILE_TOO_LARGE',
  'FST_PARTS_LIMIT',
  'FST_FILES_LIMIT',
  'FST_FIELDS_LIMIT',
])
// No space, or no quota left for this user.
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])
// What Fastify refuses before a handler runs: a content type, length or path that it cannot read.
const UNREADABLE =
  /^FST_(?:ERR_CTP_|ERR_BAD_URL|INVALID_MULTIPART|PROTO_VIOLATION|ERR_FAILED_QUERY)/

/** THE place where an error becomes an answer, in the contract's envelope. */
export function errorHandler(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = asApiError(error)
  if (known === undefined || known.code === 'INTERNAL_ERROR') {
    request.log.error({ err: error, reqId: request.id }, 'unhandled error')
  } else if (ERRORS[known.code] >= 500) {
    request.log.warn({ err: error, reqId: request.id, code: known.code }, 'request failed')
  }
  return sendError(
    request,
    reply,
    known ??
      new ApiError('INTERNAL_ERROR', 'The service failed; its log has it under this request id.'),
  )
}

export function notFoundHandler(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0]?.slice(0, 200)
  return sendError(
    request,
    reply,
    new ApiError(
      'NOT_FOUND',
      say('There is no %{method} %{path}.', { method: request.method, path: path ?? '' }),
    ),
  )
}

function asApiError(error: FastifyError): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (DISK_FULL.has(error.code)) return insufficientStorage()
  if (TOO_LARGE.has(error.code)) {
    return new ApiError('PAYLOAD_TOO_LARGE', 'The body is larger than this service accepts.')
  }
  if (UNREADABLE.test(error.code ?? '')) {
    return invalidInput([
      { path: [], message: 'the body cannot be read: send what the API reference names' },
    ])
  }
  return undefined
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const { code, told } = error
  const language = languageOfRequest(request)
  const details = error.detailsIn(language)
  return reply
    .code(ERRORS[code])
    .headers({ ...error.headers })
    .type('application/json; charset=utf-8')
    .send({
      error: {
        code,
        message: told[language],
        requestId: request.id,
        ...(details === undefined ? {} : { details }),
      },
    })
}
