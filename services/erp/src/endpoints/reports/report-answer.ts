import type { FastifyReply } from 'fastify'

import type { Asking } from '../../http/context.ts'
import { JSON_TYPE } from '../../http/envelope.ts'
import type { QueryParameters } from '../../query/parameters.ts'

/** What a report found, before it is known in which form it leaves: JSON as the database made it, digit for digit. */
export interface ReportAnswer {
  /** An array of objects, whose keys are the report’s columns. */
  readonly rows: string
  /** An object with the report’s days and totals and, of one with pages, how many rows there are. */
  readonly meta: string
}

/** Reads a report as a caller may see it, who need not have sent a request. @throws ApiError */
export type ReadReport = (asking: Asking, given: QueryParameters) => Promise<ReportAnswer>

export function answerOf(rows: string, meta: object = {}): ReportAnswer {
  return { rows, meta: JSON.stringify(meta) }
}

/** The answer in the standard envelope. */
export function sendAnswer(reply: FastifyReply, { rows, meta }: ReportAnswer): FastifyReply {
  return reply.type(JSON_TYPE).send(`{"data":${rows},"meta":${meta},"errors":null}`)
}
