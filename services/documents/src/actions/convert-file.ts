import { DEFAULT_PACKAGE_LIMITS } from '../docx/package/package-limits.ts'
import { ApiError, invalidInput, type InvalidInput } from '../errors.ts'
import type { Told } from '../messages/say.ts'
import type { OfficeDetection } from '../office/detect-office.ts'
import type { OfficeFormat, OfficeModule } from '../office/office-format.ts'
import { hasModule } from '../office/office-modules.ts'
import { sniffFormat } from '../office/sniff-format.ts'
import type { PdfRequest } from './pdf-request.ts'
import { producePdf, type PdfTools } from './produce-pdf.ts'

export interface FileTools extends PdfTools {
  readonly detectOffice: () => Promise<OfficeDetection>
}

export interface FileToConvert {
  readonly bytes: Buffer
  /** As its sender calls it. */
  readonly filename: string | undefined
}

const MISSING: Readonly<Record<OfficeModule, Told>> = {
  writer: 'Texts cannot be converted: the office suite has no writer.',
  calc: 'Spreadsheets cannot be converted: the office suite has no calc.',
  impress: 'Presentations cannot be converted: the office suite has no impress.',
}

/**
 * A file of an office suite as PDF. What it is, its contents tell; no macro of it runs, and nothing that it links to
 * is fetched.
 * @throws ApiError INVALID_INPUT, OFFICE_UNAVAILABLE, CONVERSION_ERROR
 * @source docs/decisions/0141-documents-converting.md
 */
export async function convertFile(
  tools: FileTools,
  file: FileToConvert,
  { pdf, signal }: { readonly pdf: PdfRequest; readonly signal: AbortSignal },
): Promise<Buffer> {
  const format = formatOf(file)
  await checkModule(tools, format)
  return await producePdf(tools, file.bytes, { pdf, signal, format, pagesPath: ['pdf', 'pages'] })
}

function formatOf({ bytes, filename }: FileToConvert): OfficeFormat {
  const sniffed = sniffFormat(bytes, filename, DEFAULT_PACKAGE_LIMITS)
  switch (sniffed.kind) {
    case 'known':
      return sniffed.format
    case 'locked':
      throw refuse('is protected by a password; remove it first')
    case 'pdf':
      throw refuse('is a PDF already; POST /render/merge gives it options')
    case 'unknown':
      throw refuse(
        'must be a document, spreadsheet or presentation of Word, Excel, PowerPoint or OpenDocument, or RTF, HTML, CSV or plain text',
      )
  }
}

function refuse(message: Told): InvalidInput {
  return invalidInput([{ path: ['file'], message }])
}

async function checkModule({ detectOffice }: FileTools, { module }: OfficeFormat): Promise<void> {
  const { path } = await detectOffice()
  // Without any office, the conversion itself says so.
  if (path === undefined || (await hasModule(path, module))) return
  throw new ApiError('OFFICE_UNAVAILABLE', MISSING[module], {
    details: { reason: 'module', module },
  })
}
