import type { Kind } from '@oficina/api/kind.ts'
import { described, optionalField, type Shape } from '@oficina/api/kinds.ts'

import { NO_PDF_OPTIONS, type PdfRequest } from '../actions/pdf-request.ts'
import { invalidInput } from '../errors.ts'
import { say, type Told } from '../messages/say.ts'
import { helveticaBytes } from '../pdf/helvetica.ts'
import { parsePageSelection, SELECTION_RULE, type PageSelection } from '../pdf/page-selection.ts'
import { RELATIONSHIPS, type Attachment } from '../pdf/pdf-attachments.ts'
import { isPassword, type Permissions } from '../pdf/pdf-encryption.ts'
import { boolean, choice, list, object, text } from './kinds.ts'

const MAX_METADATA = 2_000
const MAX_WATERMARK = 60
const MAX_ATTACHMENTS = 20
const MAX_FILENAME = 200
const MIME_TYPE = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/
const MAX_SELECTION = 1_000

/** A text that reads as something else; undefined is none. */
function parsedText<T>(
  rule: Told,
  maxLength: number,
  parse: (text: string) => T | undefined,
): Kind<T> {
  const plain = text({ maxLength, isRequired: true })
  return {
    ...plain,
    check: (value, path) => {
      const parsed = parse(plain.check(value, path))
      if (parsed === undefined) throw invalidInput([{ path, message: rule }])
      return parsed
    },
  }
}

export const pageSelection: Kind<PageSelection> = described(
  parsedText(SELECTION_RULE, MAX_SELECTION, parsePageSelection),
  'Pages counted from 1, such as 1-3,5,8-. Those that do not exist are left out.',
)

/** Text that the font of watermarks and page numbers has. */
export function latinText(maxLength: number): Kind<string> {
  return parsedText('must have only letters and signs of Western Europe', maxLength, (given) =>
    helveticaBytes(given) === undefined ? undefined : given,
  )
}

/** Bytes as base64. */
export const base64: Kind<Buffer> = {
  isRaw: true,
  schema: { type: 'string', contentEncoding: 'base64' },
  check: (value, path) => {
    const isEncoded = typeof value === 'string' && /^[A-Za-z\d+/]+={0,2}$/.test(value)
    if (isEncoded && value.length % 4 === 0) return Buffer.from(value, 'base64')
    throw invalidInput([{ path, message: 'must be a file in base64' }])
  },
}

const password = described(
  parsedText(say('must have at most %{max} bytes', { max: 127 }), 127, (given) =>
    isPassword(given) ? given : undefined,
  ),
  'At most 127 bytes.',
)
const metadata = text({ maxLength: MAX_METADATA, isRequired: true })

const attachment = object({
  filename: parsedText('must be a file’s name without a path', MAX_FILENAME, (name) =>
    /[/\\\p{Cc}]/u.test(name) ? undefined : name,
  ),
  content: base64,
  mimeType: optionalField(text({ pattern: MIME_TYPE })),
  description: optionalField(metadata),
  relationship: optionalField(choice(RELATIONSHIPS)),
})

const permissions = object({
  print: optionalField(boolean),
  modify: optionalField(boolean),
  copy: optionalField(boolean),
  annotate: optionalField(boolean),
  fillForms: optionalField(boolean),
  assemble: optionalField(boolean),
})

const FIELDS = {
  title: optionalField(metadata),
  author: optionalField(metadata),
  subject: optionalField(metadata),
  keywords: optionalField(metadata),
  watermark: optionalField(described(latinText(MAX_WATERMARK), 'Across each page.')),
  pages: optionalField(pageSelection),
  password: optionalField(described(password, 'Opens the file.')),
  ownerPassword: optionalField(described(password, 'Opens the file without its restrictions.')),
  permissions: optionalField(described(permissions, 'What a reader may do; absent: true.')),
  pdfa: optionalField(
    described(choice(['2b', '3b']), 'PDF/A-2b, or 3b, which may have attachments.'),
  ),
  pdfua: optionalField(described(boolean, 'PDF/UA: tagged for readers who do not see.')),
  attachments: optionalField(
    described(list(attachment, { maxItems: MAX_ATTACHMENTS }), 'Files within the PDF.'),
  ),
}
const fields = object(FIELDS)
type Fields = Shape<typeof FIELDS>

/** The options of a PDF. */
export const pdfOptions: Kind<PdfRequest> = {
  ...fields,
  check: (value, path) => {
    const given = fields.check(value, path)
    const issues = conflicts(given).map(({ field, message }) => ({
      path: [...path, field],
      message,
    }))
    if (issues.length > 0) throw invalidInput(issues)
    return requestOf(given)
  },
}

interface Conflict {
  readonly field: string
  readonly message: Told
}

/** What does not go together; each names both fields. */
function conflicts(given: Fields): readonly Conflict[] {
  const found: Conflict[] = []
  const exclude = (field: keyof Fields, message: Told) => found.push({ field, message })
  const isLocked = (['password', 'ownerPassword', 'permissions'] as const).filter(
    (field) => given[field] !== undefined,
  )
  if (given.pdfa !== undefined) {
    for (const field of isLocked)
      exclude(field, 'cannot be combined with pdfa: PDF/A must open without a password')
    if (given.pdfa === '2b' && (given.attachments?.length ?? 0) > 0)
      exclude('attachments', 'cannot be combined with pdfa 2b: only 3b may have files of any kind')
  }
  if (given.pdfua === true && given.watermark !== undefined)
    exclude(
      'watermark',
      'cannot be combined with pdfua: its letters would hide others from readers who do not see',
    )
  return found
}

function requestOf(given: Fields): PdfRequest {
  const { title, author, subject, keywords } = given
  return {
    metadata: { title, author, subject, keywords },
    watermark: given.watermark,
    pages: given.pages,
    lock: lockOf(given),
    archive: given.pdfa,
    isAccessible: given.pdfua ?? false,
    attachments: (given.attachments ?? []).map((one): Attachment => ({
      filename: one.filename,
      bytes: one.content,
      mimeType: one.mimeType ?? typeOf(one.filename),
      description: one.description,
      relationship: one.relationship ?? 'Unspecified',
    })),
  }
}

function lockOf(given: Fields): PdfRequest['lock'] {
  const { password: userPassword, ownerPassword, permissions: allowed } = given
  if (userPassword === undefined && ownerPassword === undefined && allowed === undefined)
    return undefined
  return { userPassword: userPassword ?? '', ownerPassword, permissions: permissionsOf(allowed) }
}

function permissionsOf(allowed: Fields['permissions'] = {}): Permissions {
  const all = { print: true, modify: true, copy: true, annotate: true }
  return { ...all, fillForms: true, assemble: true, ...allowed }
}

function typeOf(filename: string): string {
  return /\.xml$/i.test(filename) ? 'text/xml' : 'application/octet-stream'
}

/** The options of a request that may also say `pdfa: true` beside them. */
export function withArchive(
  given: PdfRequest | undefined,
  { isPdfA, format }: { readonly isPdfA: boolean; readonly format: 'docx' | 'pdf' },
): PdfRequest {
  if (given !== undefined && format !== 'pdf')
    throw invalidInput([{ path: ['pdf'], message: 'is only for format pdf' }])
  const request = given ?? NO_PDF_OPTIONS
  if (!isPdfA || request.archive !== undefined) return request
  if (request.lock !== undefined || request.attachments.length > 0) {
    const message: Told = 'cannot be combined with pdf.password, pdf.permissions or pdf.attachments'
    throw invalidInput([{ path: ['pdfa'], message }])
  }
  return { ...request, archive: '2b' }
}
