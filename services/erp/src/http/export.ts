import { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'

import { parseExactJson, JsonNumber, printExactJson } from '../query/json-number.ts'
import type { ListingPlan } from '../query/listing-plan.ts'
import { exportSql } from '../query/listing-sql.ts'
import { streamAs } from '../store/record-stream.ts'
import type { Exchange } from './context.ts'

/** The whole listing, without pages, as RFC 4180 CSV in UTF-8 with a mark that spreadsheets know it by. */
export async function exportCsv(
  { tools, reply, caller }: Exchange,
  plan: ListingPlan,
): Promise<FastifyReply> {
  const statement = exportSql(tools.registry, plan, caller.empresa)
  const batches = streamAs<{ record: string }>(tools.database, caller.empresa, statement)
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${plan.model.name}.csv"`)
  return reply.send(Readable.from(csvLines(csvHeader(plan), batches)))
}

const BYTE_ORDER_MARK = '\u{feff}'

async function* csvLines(
  header: readonly string[],
  batches: AsyncIterable<readonly { readonly record: string }[]>,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${header.map(csvCell).join(',')}\r\n`
  for await (const batch of batches) {
    yield batch.map(({ record }) => csvRow(header, record)).join('')
  }
}

function csvHeader(plan: ListingPlan): readonly string[] {
  return plan.columns.flatMap((field) =>
    field.type === 'reference' && plan.withStr ? [field.name, `${field.name}_str`] : [field.name],
  )
}

function csvRow(header: readonly string[], record: string): string {
  // The database made this text as one JSON object.
  const values = parseExactJson(record) as Readonly<Record<string, unknown>>
  return `${header.map((name) => csvCell(cellText(values[name]))).join(',')}\r\n`
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof JsonNumber) return value.source
  if (typeof value !== 'string') return printExactJson(value)
  // A spreadsheet would run a text that begins like a formula; the apostrophe keeps it a text.
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
