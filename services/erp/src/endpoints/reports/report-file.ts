import { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'
import { defaulted } from '@oficina/api/parameter.ts'
import { contentDisposition } from '@oficina/http/content-disposition.ts'

import { addressText } from '../../actions/forms/form-words.ts'
import { documentsRefusal, type Waiting } from '../../actions/forms/render-document.ts'
import { apiError } from '../../errors.ts'
import { isContentName } from '../../files/content-folder.ts'
import { pictureOf, type Picture } from '../../files/picture-size.ts'
import { printedBytes } from '../../files/printed-sheet.ts'
import { clientSignal } from '../../http/client-gone.ts'
import type { Asking, Exchange } from '../../http/context.ts'
import { speechOf } from '../../http/request-speech.ts'
import { PDF_NOT_MADE, PDF_WITHOUT_DOCUMENTS, TOO_MANY_ROWS } from '../../messages/report-files.ts'
import type { Speech } from '../../messages/speech.ts'
import { jsonItems } from '../../query/json-items.ts'
import { choice } from '../../query/parameters.ts'
import { findLetterhead, type FormFileRow } from '../../store/form-store.ts'
import { findReportReader } from '../../store/reports/report-head-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { askedInWords } from './asked-in-words.ts'
import { columnChoices } from './column-choices.ts'
import type { LeavingReport, ReportAnswer } from './report-answer.ts'
import { dayShown, wallTimeIn } from './report-cells.ts'
import { reportSheet } from './report-sheet.ts'
import { askedBy } from './sheet-words.ts'

/** The forms in which a report leaves besides JSON. */
export const FORMATS = ['xlsx', 'pdf'] as const
export type FileFormat = (typeof FORMATS)[number]

export const FILE_TYPES: Readonly<Record<FileFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** The parameter of every report of rows that says in which form it leaves. */
export const FORMAT = { format: defaulted(choice(['json', ...FORMATS]), 'json') }

// A row takes under a kilobyte while it is written. Of a PDF these are over a hundred pages, which the office makes in
// seconds.
const MAX_ROWS: Readonly<Record<FileFormat, number>> = { xlsx: 50_000, pdf: 5_000 }
// A larger picture is no logo.
const MAX_LOGO_BYTES = 500_000

/** What a file is made for: in whose words, and until when. */
interface Wanted {
  readonly format: FileFormat
  readonly say: Speech
  readonly signal: AbortSignal
}

/**
 * Sends a report as a workbook, or as the PDF that documents prints of it.
 * @throws ApiError INVALID_PARAMETER for more rows than a file takes, CONFIGURATION_INCOMPLETE, UNAVAILABLE, FORM_FAILED
 * @source docs/decisions/0285-erp-reports-as-files.md
 */
export async function sendReportFile(
  exchange: Exchange,
  format: FileFormat,
  leaving: LeavingReport,
): Promise<FastifyReply> {
  const { reply, request, tools } = exchange
  const signal = clientSignal(reply)
  const giveBack = await tools.exports.take(signal)
  reply.raw.once('close', giveBack)
  const say = speechOf(request)
  const file = await reportFile(exchange, leaving, { format, say, signal })
  return reply
    .type(FILE_TYPES[format])
    .header('cache-control', 'private, no-store')
    .header('content-disposition', contentDisposition(fileName(leaving, { format, say })))
    .header('x-content-type-options', 'nosniff')
    .send(file instanceof Buffer ? file : Readable.from(file))
}

/** Such as `Balanza de comprobación 2026-11-01 2026-11-30.xlsx`. */
export function fileName(
  { report, values }: Pick<LeavingReport, 'report' | 'values'>,
  { format, say }: Pick<Wanted, 'format' | 'say'>,
): string {
  const days = ['desde', 'hasta'].flatMap((name) =>
    typeof values[name] === 'string' ? [values[name]] : [],
  )
  return `${[report.label[say.language], ...days].join(' ')}.${format}`
}

/** The file’s bytes: of a workbook as they are made, of a PDF all at once. @throws ApiError, as `sendReportFile` */
export async function reportFile(
  asking: Asking,
  leaving: LeavingReport,
  { format, say, signal }: Wanted,
): Promise<Buffer | AsyncGenerator<Buffer>> {
  const { joined } = asking.tools
  if (format === 'pdf' && joined.documents === undefined) {
    throw apiError('CONFIGURATION_INCOMPLETE', PDF_WITHOUT_DOCUMENTS())
  }
  const answer = await leaving.ask({ page: 1, per_page: MAX_ROWS[format] })
  demandFewRows(answer, format)
  const bytes = printedBytes(await sheetOf(asking, { ...leaving, answer }, say))
  return format === 'xlsx'
    ? bytes
    : await printed(asking, bytes, { signal, language: say.language })
}

/** @throws ApiError INVALID_PARAMETER */
function demandFewRows({ meta, rows }: ReportAnswer, format: FileFormat): void {
  const { page, total } = JSON.parse(meta)
  const count = page === undefined ? jsonItems(rows).reduce((sum) => sum + 1, 0) : Number(total)
  const most = MAX_ROWS[format]
  if (count <= most) return
  throw apiError('INVALID_PARAMETER', TOO_MANY_ROWS({ rows: count, most, format }), 'format')
}

async function sheetOf(
  asking: Asking,
  { answer, ...leaving }: LeavingReport & { readonly answer: ReportAnswer },
  say: Speech,
) {
  const { caller, tools } = asking
  const { report } = leaving
  if ('file' in report.answer) throw new Error('a report of rows has rows')
  const told = await writeAs(tools.database, caller.empresa, async (tx) => ({
    company: await findLetterhead(tx, caller.empresa),
    reader: await findReportReader(tx, caller.empresa, caller.usuarioId),
    asked: await askedInWords(tx, asking, { ...leaving, answer }, say),
  }))
  const { company, reader, asked } = told
  const wallTime = wallTimeIn(reader.zona)
  const instant = dayShown(wallTime(new Date(tools.now()).toISOString()))
  const modelOf = (name: string) => modelIn(asking, name)
  return reportSheet({
    report,
    shape: report.answer,
    answer,
    head: {
      company: company.razon_social,
      address: [company.rfc, addressText(company.domicilio)]
        .filter((one) => one !== '')
        .join(' · '),
      lines: [...asked, askedBy(instant, reader.persona)[say.language]],
      picture: reader.logotipo === null ? undefined : await logoOf(asking, reader.logotipo),
    },
    words: { say, wallTime, choicesOf: (column) => columnChoices(column, modelOf) },
  })
}

function modelIn({ tools }: Asking, name: string) {
  const model = tools.registry.models.get(name)
  if (model === undefined) throw new Error(`the dictionary has no ${name}`)
  return model
}

/** The company’s logo; a report is worth more than its looks, so one that cannot be read is left out. */
async function logoOf(
  { caller, tools }: Asking,
  { huella, tamano_bytes: sizeBytes }: FormFileRow,
): Promise<Picture | undefined> {
  if (!isContentName(huella) || sizeBytes > MAX_LOGO_BYTES) return undefined
  const found = await tools.attachments.contents.open(caller.empresa, huella)
  if (found === undefined) return undefined
  try {
    return pictureOf(await found.readFile())
  } finally {
    await found.close()
  }
}

/** The workbook as documents prints it. @throws ApiError */
async function printed(
  { tools }: Asking,
  workbook: AsyncGenerator<Buffer>,
  { signal, language }: Waiting,
): Promise<Buffer> {
  const { documents } = tools.joined
  if (documents === undefined) throw apiError('CONFIGURATION_INCOMPLETE', PDF_WITHOUT_DOCUMENTS())
  const giveBack = await tools.forms.take(signal)
  try {
    const file = Buffer.concat(await Array.fromAsync(workbook))
    const answer = await documents.convert(
      { name: 'reporte.xlsx', type: FILE_TYPES.xlsx, file },
      language,
    )
    if (answer.ok) return answer.value
    const { kind, reason } = answer.error
    if (kind === 'rejected') throw apiError('FORM_FAILED', PDF_NOT_MADE({ reason }))
    throw documentsRefusal(answer.error)
  } finally {
    giveBack()
  }
}
