import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { WORD, type OfficeFormat } from './office-format.ts'
import type { OfficeInstance } from './office-instance.ts'
import type { OfficeProblem } from './office-problem.ts'
import { BridgeClosed, UnoException } from './urp-connection.ts'
import type { UnoProperties } from './urp-writer.ts'

export interface PdfOptions {
  /** What the file is; default: a .docx. */
  readonly format?: OfficeFormat
  /** The level of PDF/A, for archives. */
  readonly archive?: '2b' | '3b' | undefined
  /** PDF/UA. */
  readonly isAccessible?: boolean
  /** Written across each page, in letters that are embedded; only with `archive`. */
  readonly watermark?: string | undefined
  /** Only these pages, counted from 1, both included; pages that do not exist are left out. */
  readonly pages?: readonly PageRange[] | undefined
}

interface PageRange {
  readonly first: number
  /** Infinite: the last one. */
  readonly last: number
}

interface ConversionRequest {
  readonly docx: Buffer
  readonly options: PdfOptions
  readonly timeoutMs: number
}

const ZIP_MARK = Buffer.from('PK\u0003\u0004', 'latin1')
const OLE_MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const PDF_MARK = Buffer.from('%PDF-', 'latin1')
// The office's own numbers for them.
const ARCHIVES = { '2b': 2, '3b': 3 }
// The office makes it half transparent.
const WATERMARK_GREY = 0xb0_b0_b0
const WATERMARK_TENTHS_OF_DEGREES = 450
const MAX_WATERMARK_POINTS = 100
// The letters of a text have together what fits across a page, at 0.7 of their size each.
const WATERMARK_POINTS = 800
// More than any document has.
const LAST_PAGE = 999_999
// An office that says this is shutting down, whatever it was asked.
const DISPOSED = 'com.sun.star.lang.DisposedException'

/** Why bytes are not worth sending to an office, or undefined: it would make a PDF even of an empty file. */
export function refusalOf(docx: Buffer, format = WORD): string | undefined {
  if (format.isOpenXml !== true) return docx.length === 0 ? 'the file is empty' : undefined
  if (startsWith(docx, ZIP_MARK)) return undefined
  return startsWith(docx, OLE_MARK)
    ? 'the file is locked by a password, or older than .docx'
    : 'the file is not a .docx'
}

/**
 * One conversion by one office. `died` when the office ended in the middle, other than by our time limit; after that
 * and after a time-out the office must not be used again.
 * @throws Error when the scratch space fails
 */
export async function convertWith(
  office: OfficeInstance,
  request: ConversionRequest,
): Promise<Result<Buffer, OfficeProblem> | 'died'> {
  const folder = join(office.folder, `job-${office.conversions}`)
  await mkdir(folder)
  try {
    const source = join(folder, `document.${request.options.format?.extension ?? 'docx'}`)
    const isWritten = await writeFile(source, request.docx).then(() => true, orFull)
    if (!isWritten) return fail({ kind: 'no-space' })
    return await store(office, source, request)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** False when the disk is full, which is not the office's fault. */
function orFull(error: unknown): false {
  const isFull =
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  if (isFull) return false
  throw error
}

async function store(
  office: OfficeInstance,
  source: string,
  { options, timeoutMs }: ConversionRequest,
): Promise<Result<Buffer, OfficeProblem> | 'died'> {
  const target = `${source}.pdf`
  const state = { isLate: false }
  const limit = office.limit(timeoutMs, () => {
    state.isLate = true
    office.kill()
  })
  try {
    const { format = WORD } = options
    const filterData = filterDataOf(options)
    // Only what was rendered has contents that its author could not have refreshed.
    const refreshesIndexes = options.format === undefined
    const isLoaded = await office.storeAsPdf({
      source,
      target,
      format,
      filterData,
      refreshesIndexes,
    })
    return isLoaded
      ? await readPdf(target)
      : fail({ kind: 'failed', reason: 'the file could not be read' })
  } catch (error) {
    if (state.isLate) return fail({ kind: 'timeout', timeoutMs })
    if (error instanceof BridgeClosed) return 'died'
    if (!(error instanceof UnoException)) throw error
    return error.type === DISPOSED ? 'died' : fail({ kind: 'failed', reason: error.type })
  } finally {
    limit.end()
  }
}

function filterDataOf({ archive, isAccessible, watermark, pages }: PdfOptions): UnoProperties {
  return {
    // Logos stay as they are: the default would recompress every picture as JPEG.
    UseLosslessCompression: true,
    ReduceImageResolution: false,
    ...(archive === undefined ? {} : { SelectPdfVersion: ARCHIVES[archive] }),
    ...(archive === undefined || watermark === undefined ? {} : watermarkOf(watermark)),
    ...(isAccessible === true ? { PDFUACompliance: true, UseTaggedPDF: true } : {}),
    ...(pages === undefined ? {} : { PageRange: pages.map(rangeText).join(',') }),
  }
}

/** Like the watermarks of other PDFs: the office’s own is bright green and fills the page from top to bottom. */
function watermarkOf(text: string): UnoProperties {
  return {
    Watermark: text,
    WatermarkColor: WATERMARK_GREY,
    WatermarkRotateAngle: WATERMARK_TENTHS_OF_DEGREES,
    WatermarkFontHeight: Math.min(MAX_WATERMARK_POINTS, Math.floor(WATERMARK_POINTS / text.length)),
  }
}

function rangeText({ first, last }: PageRange): string {
  return `${first}-${Math.min(last, LAST_PAGE)}`
}

/** Success is a file that begins as a PDF does, never an exit code. */
async function readPdf(path: string): Promise<Result<Buffer, OfficeProblem>> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return fail({ kind: 'failed', reason: 'no file was written' })
  try {
    const bytes = await readFile(file)
    return startsWith(bytes, PDF_MARK)
      ? ok(bytes)
      : fail({ kind: 'failed', reason: 'what was written is not a PDF' })
  } finally {
    await file.close()
  }
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark)
}
