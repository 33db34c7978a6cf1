import type { JsonObject } from '../templates/template-api.ts'

/** What somebody chose of the options of a PDF. */
export interface PdfChoice {
  readonly title: string
  readonly author: string
  readonly watermark: string
  readonly pages: string
  readonly password: string
  /** What readers may not do. */
  readonly forbidden: readonly Permission[]
  readonly archive: '' | '2b' | '3b'
  readonly isAccessible: boolean
  readonly files: readonly PdfFile[]
}

export const PERMISSIONS = ['print', 'copy', 'modify'] as const
type Permission = (typeof PERMISSIONS)[number]

/** A file within the PDF, such as the XML of an invoice. */
interface PdfFile {
  readonly filename: string
  /** Base64. */
  readonly content: string
  readonly mimeType: string
}

export const PLAIN_PDF: PdfChoice = {
  title: '',
  author: '',
  watermark: '',
  pages: '',
  password: '',
  forbidden: [],
  archive: '',
  isAccessible: false,
  files: [],
}

/** The options as the API has them; what was not chosen, or does not go with the rest, is left out. */
export function pdfOptions(choice: PdfChoice): JsonObject {
  const isLockable = choice.archive === ''
  const isForbidding = isLockable && choice.forbidden.length > 0
  const options = {
    title: choice.title.trim(),
    author: choice.author.trim(),
    watermark: choice.isAccessible ? '' : choice.watermark.trim(),
    pages: choice.pages.trim(),
    password: isLockable ? choice.password : '',
    permissions: isForbidding
      ? Object.fromEntries(choice.forbidden.map((permission) => [permission, false]))
      : '',
    pdfa: choice.archive,
    pdfua: choice.isAccessible ? true : '',
    attachments: mayAttach(choice) && choice.files.length > 0 ? choice.files : '',
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ''))
}

/** PDF/A-2b has no files but PDF/A. */
export function mayAttach({ archive }: PdfChoice): boolean {
  return archive !== '2b'
}
