import { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'

import type { Field } from '../dictionary/types.ts'
import type { SheetFormat } from '../files/xlsx-cells.ts'
import { xlsxBytes, type SheetTable } from '../files/xlsx-writer.ts'
import { wordsLabel } from '../query/import-row.ts'
import { JsonNumber, parseExactJson, printExactJson } from '../query/json-number.ts'
import type { ListingPlan } from '../query/listing/listing-plan.ts'
import type { ListingRequest } from '../query/listing/listing-request.ts'
import { exportSql } from '../query/listing/listing-sql.ts'
import { streamAs } from '../store/records/record-stream.ts'
import { clientSignal } from './client-gone.ts'
import { viewOf, type Exchange } from './context.ts'

/** A column of an export: a field, or a reference in words. */
interface ExportColumn {
  readonly name: string
  readonly title: string
  readonly field: Field
  readonly isText: boolean
}

type Batches = AsyncIterable<readonly { readonly record: string }[]>

/**
 * The whole listing, without pages, as a file: RFC 4180 CSV in UTF-8 with a byte order mark for spreadsheets, or a
 * workbook. Memory stays flat however many records there are.
 * @source docs/decisions/0205-erp-exports.md
 */
export async function exportFile(
  exchange: Exchange,
  plan: ListingPlan,
  { format, headers }: ListingRequest,
): Promise<FastifyReply> {
  const { tools, reply, caller } = exchange
  const signal = clientSignal(reply)
  const giveBack = await tools.exports.take(signal)
  reply.raw.once('close', giveBack)
  const statement = exportSql(viewOf(exchange).registry, plan, caller.empresa)
  const stream = { statement, signal }
  const batches = await streamAs<{ record: string }>(tools.reads, caller.empresa, stream)
  const columns = columnsOf(plan, headers)
  const name = `${plan.model.name}.${format}`
  reply.header('content-disposition', `attachment; filename="${name}"`)
  if (format === 'csv') {
    reply.type('text/csv; charset=utf-8')
    return reply.send(Readable.from(csvText(columns, batches)))
  }
  reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  return reply.send(Readable.from(xlsxBytes(sheetOf(plan, columns, batches))))
}

function columnsOf(plan: ListingPlan, headers: ListingRequest['headers']): readonly ExportColumn[] {
  const isLabelled = headers === 'label'
  return plan.columns.flatMap((field): ExportColumn[] => {
    const { name, label } = field
    const own = { name, title: isLabelled ? label : name, field, isText: false }
    if (field.type !== 'reference' || !plan.withStr) return [own]
    const words = `${name}_str`
    return [
      own,
      { name: words, title: isLabelled ? wordsLabel(field) : words, field, isText: true },
    ]
  })
}

/** A record's values by column, as texts digit for digit. */
function valuesOf(columns: readonly ExportColumn[], record: string): readonly (string | null)[] {
  // The database made this text as one JSON object.
  const values = parseExactJson(record) as Readonly<Record<string, unknown>>
  return columns.map(({ name }) => textOf(values[name]))
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  return value instanceof JsonNumber ? value.source : printExactJson(value)
}

const BYTE_ORDER_MARK = '\u{feff}'

async function* csvText(
  columns: readonly ExportColumn[],
  batches: Batches,
): AsyncGenerator<string> {
  const isText = columns.map((column) => column.isText || formatOf(column) === 'text')
  yield `${BYTE_ORDER_MARK}${columns.map(({ title }) => csvCell(title)).join(',')}\r\n`
  for await (const batch of batches) {
    const lines = batch.map(({ record }) =>
      valuesOf(columns, record)
        .map((value, index) =>
          csvCell(isText[index] === true ? guarded(value ?? '') : (value ?? '')),
        )
        .join(','),
    )
    yield `${lines.join('\r\n')}\r\n`
  }
}

/** A spreadsheet would run a text that looks like a formula; the apostrophe keeps it a text. */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function sheetOf(
  plan: ListingPlan,
  columns: readonly ExportColumn[],
  batches: Batches,
): SheetTable {
  return {
    // A worksheet's name has at most 31 characters.
    name: plan.model.labelPlural.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31),
    columns: columns.map((column) => ({ title: column.title, format: formatOf(column) })),
    batches: sheetRows(columns, batches),
  }
}

async function* sheetRows(columns: readonly ExportColumn[], batches: Batches) {
  for await (const batch of batches) {
    yield batch.map(({ record }) => valuesOf(columns, record))
  }
}

function formatOf({ field, isText }: ExportColumn): SheetFormat {
  if (isText || field.shown !== undefined) return 'text'
  switch (field.type) {
    case 'integer':
    case 'reference':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return 'number'
    case 'money':
    case 'date':
    case 'instant':
    case 'boolean':
      return field.type
    case 'text':
    case 'long_text':
    case 'secret':
    case 'choice':
    case 'json':
      return 'text'
  }
}
