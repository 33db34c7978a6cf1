import type { FastifyReply } from 'fastify'
import type { Parameters } from '@oficina/api/parameter.ts'

import type { Asking } from '../../http/context.ts'
import { JSON_TYPE } from '../../http/envelope.ts'
import type { QueryParameters } from '../../query/parameters.ts'
import type { ReportDescription } from './report-words.ts'

/** What a report found, before it is known in which form it leaves: JSON as the database made it, digit for digit. */
export interface ReportAnswer {
  /** An array of objects, whose keys are the report’s columns. */
  readonly rows: string
  /** An object with the report’s days and totals and, of one with pages, how many rows there are. */
  readonly meta: string
}

/** All rows at once, of a report with pages. */
interface WholeReport {
  readonly page: 1
  readonly per_page: number
}

/** A report that is to leave as a file. */
export interface LeavingReport {
  readonly report: ReportDescription
  readonly parameters: Parameters
  /** What it is asked for. */
  readonly values: Readonly<Record<string, unknown>>
  readonly ask: (whole: WholeReport) => Promise<ReportAnswer>
}

/** A report for a caller who need not have sent a request, once his rights and what he asks were looked at. @throws ApiError */
export type ReadReport = (asking: Asking, given: QueryParameters) => LeavingReport

export function answerOf(rows: string, meta: object = {}): ReportAnswer {
  return { rows, meta: JSON.stringify(meta) }
}

/** The answer in the standard envelope. */
export function sendAnswer(reply: FastifyReply, { rows, meta }: ReportAnswer): FastifyReply {
  return reply.type(JSON_TYPE).send(`{"data":${rows},"meta":${meta},"errors":null}`)
}
