import type { Clock } from '@oficina/kit/clock.ts'

import { ApiError, invalidInput } from '../errors.ts'
import type { OfficeFormat } from '../office/office-format.ts'
import { convertDocument, type ConversionTools } from './convert-document.ts'
import { finishPdf } from './finish-pdf.ts'
import type { PdfRequest } from './pdf-request.ts'

export interface PdfTools extends ConversionTools {
  readonly now: Clock
}

export interface PdfJob {
  readonly pdf: PdfRequest
  readonly signal: AbortSignal
  /** What documents of one kind share, such as their template's name. */
  readonly origin?: string
  /** What the file is; absent: a .docx that the service made. */
  readonly format?: OfficeFormat
  /** Where the request names the pages. */
  readonly pagesPath: readonly string[]
}

/** A rendered .docx, or the file that the job names the format of, as PDF, with everything that was asked for. @throws ApiError */
export async function producePdf(tools: PdfTools, docx: Buffer, job: PdfJob): Promise<Buffer> {
  return await finishPdf(await convertPages(tools, docx, job), job.pdf, tools.now)
}

/** Writing the other pages takes as long as laying them out, so the office writes only those that are wanted. */
async function convertPages(
  tools: ConversionTools,
  docx: Buffer,
  { pdf, signal, origin, format, pagesPath }: PdfJob,
): Promise<Buffer> {
  const { archive, isAccessible, watermark, pages } = pdf
  const options = {
    signal,
    archive,
    isAccessible,
    watermark,
    ...(origin === undefined ? {} : { origin }),
    ...(format === undefined ? {} : { format }),
  }
  try {
    return await convertDocument(tools, docx, { ...options, pages })
  } catch (error) {
    const isFirstWanted = pages === undefined || pages.some(({ first }) => first === 1)
    if (isFirstWanted || !isFailedConversion(error)) throw error
    // The office fails in the same way for a page that does not exist and for a document that it cannot convert.
    await convertDocument(tools, docx, { ...options, pages: [{ first: 1, last: 1 }] })
    throw invalidInput([{ path: pagesPath, message: 'the document has no such page' }])
  }
}

/** True unless the conversion failed for lack of time. */
function isFailedConversion(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'CONVERSION_ERROR') return false
  const { details } = error
  return details !== undefined && 'reason' in details && details.reason === 'failed'
}
