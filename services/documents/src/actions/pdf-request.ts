import type { PageSelection } from '../pdf/page-selection.ts'
import type { Attachment } from '../pdf/pdf-attachments.ts'
import type { Permissions } from '../pdf/pdf-encryption.ts'
import type { PdfMetadata } from '../pdf/pdf-metadata.ts'

/** What a PDF shall be, beyond what its document says. */
export interface PdfRequest {
  readonly metadata: PdfMetadata
  readonly watermark: string | undefined
  readonly pages: PageSelection | undefined
  readonly lock: PdfLock | undefined
  /** The level of PDF/A. */
  readonly archive: '2b' | '3b' | undefined
  /** PDF/UA. */
  readonly isAccessible: boolean
  readonly attachments: readonly Attachment[]
}

export interface PdfLock {
  /** Empty: everybody may open it. */
  readonly userPassword: string
  /** Absent: nobody has it. */
  readonly ownerPassword: string | undefined
  readonly permissions: Permissions
}

/** PDF/UA wants a title. */
export function titled(pdf: PdfRequest, title: string): PdfRequest {
  if (!pdf.isAccessible || pdf.metadata.title !== undefined) return pdf
  return { ...pdf, metadata: { ...pdf.metadata, title } }
}

export const NO_PDF_OPTIONS: PdfRequest = {
  metadata: { title: undefined, author: undefined, subject: undefined, keywords: undefined },
  watermark: undefined,
  pages: undefined,
  lock: undefined,
  archive: undefined,
  isAccessible: false,
  attachments: [],
}
