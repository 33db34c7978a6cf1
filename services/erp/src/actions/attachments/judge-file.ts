import { apiError, type ApiError } from '../../errors.ts'
import { foundContent, type FoundContent } from '../../files/found-content.ts'
import {
  CONTENT_NOT_AS_NAMED,
  FILE_DECLARED_OTHERWISE,
  FILE_EMPTY,
  KIND_AT_MOST,
  KIND_NOT_ALLOWED,
  type ContentSeen,
} from '../../messages/attachments.ts'
import type { FileKind } from '../../store/attachment-store.ts'

/** A file as it was sent. */
export interface SentFile {
  readonly path: string
  readonly sizeBytes: number
  readonly nombre: string
  /** The content type of its part; '' when there is none. */
  readonly declared: string
}

const BYTES_PER_MB = 1_048_576
const FIELD = 'archivo'
const ALIASES: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  tif: 'tiff',
  htm: 'html',
}
const TEXTS = new Set(['application/json', 'application/xml', 'text/xml'])
// What programs say when they do not know, and other names of the same.
const NOTHING_SAID = new Set(['', 'application/octet-stream', 'binary/octet-stream'])
const SAME: Readonly<Record<string, string>> = {
  'application/x-pdf': 'application/pdf',
  'application/x-zip': 'application/zip',
  'application/x-zip-compressed': 'application/zip',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  // Windows says this of .csv where a spreadsheet is installed.
  'application/vnd.ms-excel': 'text/csv',
}

/**
 * The row of TipoArchivo that a file is: by its name's extension, which content and declared type must fit.
 * @throws ApiError FILE_NOT_ALLOWED, PAYLOAD_TOO_LARGE, VALIDATION
 * @source docs/decisions/0244-erp-attachments.md, "Type"
 */
export async function judgeFile(kinds: readonly FileKind[], file: SentFile): Promise<FileKind> {
  if (file.sizeBytes === 0) throw apiError('VALIDATION', FILE_EMPTY(), FIELD)
  const extension = extensionOf(file.nombre)
  const named = kinds.filter((kind) => sameExtension(kind.extension) === extension)
  if (named.length === 0) throw unknownKind(kinds, file.nombre)
  const found = await foundContent(file.path)
  const kind = named.find((candidate) => fits(candidate.mime, found))
  if (kind === undefined) throw otherContent(file.nombre, found)
  if (!isDeclared(file.declared, kind.mime)) {
    const { declared, nombre } = file
    const message = FILE_DECLARED_OTHERWISE({ declared, file: nombre, mime: kind.mime })
    throw apiError('FILE_NOT_ALLOWED', message, FIELD)
  }
  const maxMb = kind.tamano_maximo_mb
  if (maxMb !== null && file.sizeBytes > maxMb * BYTES_PER_MB) {
    const limit = { kind: kind.clave, mebibytes: maxMb }
    throw apiError('PAYLOAD_TOO_LARGE', KIND_AT_MOST(limit), FIELD)
  }
  return kind
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : sameExtension(name.slice(dot + 1))
}

function sameExtension(extension: string): string {
  const lower = extension.toLowerCase()
  return ALIASES[lower] ?? lower
}

function fits(mime: string, found: FoundContent): boolean {
  switch (found.kind) {
    case 'binary':
      return mime === found.mime
    case 'markup':
      return mime === found.mime || (mime === 'text/xml' && found.mime === 'application/xml')
    case 'text':
      return mime === 'application/json' ? found.isJson : isPlainText(mime)
    case 'unknown':
      return mime === 'application/octet-stream'
  }
}

function isPlainText(mime: string): boolean {
  return mime.startsWith('text/') && mime !== 'text/html' && mime !== 'text/xml'
}

function isDeclared(declared: string, mime: string): boolean {
  const [type = ''] = declared.toLowerCase().split(';')
  const declaredType = SAME[type.trim()] ?? type.trim()
  return (
    NOTHING_SAID.has(declaredType) ||
    declaredType === mime ||
    (isText(declaredType) && isText(mime))
  )
}

/** Browsers and scripts call all of them text/plain. */
function isText(mime: string): boolean {
  return TEXTS.has(mime) || isPlainText(mime)
}

function unknownKind(kinds: readonly FileKind[], name: string): ApiError {
  const allowed = kinds.map(({ extension }) => extension)
  return apiError('FILE_NOT_ALLOWED', KIND_NOT_ALLOWED({ file: name, allowed }), FIELD)
}

function otherContent(name: string, found: FoundContent): ApiError {
  const message = CONTENT_NOT_AS_NAMED({ file: name, seen: seen(found) })
  return apiError('FILE_NOT_ALLOWED', message, FIELD)
}

function seen(found: FoundContent): ContentSeen {
  switch (found.kind) {
    case 'binary':
    case 'markup':
      return { mime: found.mime }
    case 'text':
      return found.isJson ? { mime: 'application/json' } : 'text'
    case 'unknown':
      return 'unknown'
  }
}
