import type { FastifyReply } from 'fastify'

import type { ErrorEntry } from '../errors.ts'
import { spokenJson } from '../messages/message.ts'
import { speechOf } from './request-speech.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Answers with the standard envelope.
 * @source docs/contract/erp.md, Standard envelope
 */
export function sendData(reply: FastifyReply, data: unknown, meta: object = {}): FastifyReply {
  return sendRaw(reply, JSON.stringify(data), meta)
}

/** The same for JSON text that the database made: it is not parsed, so no digit can change. */
export function sendRaw(reply: FastifyReply, dataJson: string, meta: object = {}): FastifyReply {
  return reply
    .type(JSON_TYPE)
    .send(`{"data":${dataJson},"meta":${spokenJson(meta, speechOf(reply.request))},"errors":null}`)
}

/** The meta of one page of a report. */
export function pagesMeta(
  total: number,
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
): object {
  return { total, page, per_page: perPage, pages: Math.ceil(total / perPage) }
}

export function sendErrors(
  reply: FastifyReply,
  status: number,
  errors: readonly ErrorEntry[],
): FastifyReply {
  return reply
    .code(status)
    .type(JSON_TYPE)
    .send(spokenJson({ data: null, meta: {}, errors }, speechOf(reply.request)))
}
