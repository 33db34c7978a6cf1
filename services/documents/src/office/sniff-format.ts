import { isUtf8 } from 'node:buffer'

import { inflateEntry, readZip, type ZipEntry, type ZipLimits } from '@oficina/zip/read-zip.ts'

import { WORD, type OfficeFormat, type OfficeModule } from './office-format.ts'

/** A format, or why there is none. */
export type Sniffed =
  | { readonly kind: 'known'; readonly format: OfficeFormat }
  | { readonly kind: 'locked' }
  | { readonly kind: 'pdf' }
  | { readonly kind: 'unknown' }

const UNKNOWN: Sniffed = { kind: 'unknown' }
const OLE_MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP_MARK = Buffer.from('PK\u0003\u0004', 'latin1')
const HEAD_BYTES = 1_024
const MAX_NAME_PART_BYTES = 256 * 1024

/** By the type of a package’s main part, of which there are variants with macros and for templates. */
const OPEN_XML: readonly (readonly [pattern: RegExp, format: OfficeFormat])[] = [
  [/wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.\w+\.macroEnabled/, WORD],
  [
    /spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template)\.macroEnabled/,
    calc('xlsx', 'Calc MS Excel 2007 XML'),
  ],
  [
    /presentationml\.(?:presentation|slideshow|template)\.main\+xml|ms-powerpoint\.\w+\.macroEnabled/,
    impress('pptx', 'Impress MS PowerPoint 2007 XML'),
  ],
]

const OPEN_DOCUMENT: Readonly<Record<string, OfficeFormat>> = {
  text: writer('odt', 'writer8'),
  'text-template': writer('ott', 'writer8_template'),
  spreadsheet: calc('ods', 'calc8'),
  'spreadsheet-template': calc('ots', 'calc8_template'),
  presentation: impress('odp', 'impress8'),
  'presentation-template': impress('otp', 'impress8_template'),
}

/** By the stream that a file of before 2007 has its contents in. */
const OLD: readonly (readonly [stream: string, format: OfficeFormat])[] = [
  ['WordDocument', writer('doc', 'MS Word 97')],
  ['PowerPoint Document', impress('ppt', 'MS PowerPoint 97')],
  ['Workbook', calc('xls', 'MS Excel 97')],
]

function writer(extension: string, loadFilter: string, loadOptions?: string): OfficeFormat {
  return formatOf('writer', [extension, loadFilter], loadOptions)
}

function calc(extension: string, loadFilter: string, loadOptions?: string): OfficeFormat {
  return formatOf('calc', [extension, loadFilter], loadOptions)
}

function impress(extension: string, loadFilter: string): OfficeFormat {
  return formatOf('impress', [extension, loadFilter], undefined)
}

function formatOf(
  module: OfficeModule,
  [extension, loadFilter]: readonly [string, string],
  loadOptions: string | undefined,
): OfficeFormat {
  return { extension, module, loadFilter, ...(loadOptions === undefined ? {} : { loadOptions }) }
}

/** What a file is by its contents; its name only tells a table from other plain text. */
export function sniffFormat(bytes: Buffer, name: string | undefined, limits: ZipLimits): Sniffed {
  if (bytes.subarray(0, ZIP_MARK.length).equals(ZIP_MARK)) return sniffPackage(bytes, limits)
  if (bytes.subarray(0, OLE_MARK.length).equals(OLE_MARK)) return sniffOld(bytes)
  const head = bytes.toString('latin1', 0, HEAD_BYTES)
  if (head.includes('%PDF-')) return { kind: 'pdf' }
  if (head.startsWith('{\\rtf')) return known(writer('rtf', 'Rich Text Format'))
  return sniffText(bytes, head, name)
}

function known(format: OfficeFormat): Sniffed {
  return { kind: 'known', format }
}

function sniffPackage(bytes: Buffer, limits: ZipLimits): Sniffed {
  const entries = readZip(bytes, limits)
  if (!entries.ok) return UNKNOWN
  const type = partText(entries.value, 'mimetype')
  const open = /^application\/vnd\.oasis\.opendocument\.([\w-]+)\s*$/.exec(type)?.[1]
  if (open !== undefined) return sniffOpenDocument(open, entries.value)
  const types = partText(entries.value, '[Content_Types].xml')
  const found = OPEN_XML.find(([pattern]) => pattern.test(types))
  return found === undefined ? UNKNOWN : known({ ...found[1], isOpenXml: true })
}

function sniffOpenDocument(type: string, entries: readonly ZipEntry[]): Sniffed {
  if (partText(entries, 'META-INF/manifest.xml').includes('encryption-data'))
    return { kind: 'locked' }
  const format = Object.hasOwn(OPEN_DOCUMENT, type) ? OPEN_DOCUMENT[type] : undefined
  return format === undefined ? UNKNOWN : known(format)
}

function partText(entries: readonly ZipEntry[], name: string): string {
  const entry = entries.find((one) => one.name === name)
  const content = entry === undefined ? undefined : inflateEntry(entry)
  return content?.ok === true ? content.value.toString('utf8', 0, MAX_NAME_PART_BYTES) : ''
}

function sniffOld(bytes: Buffer): Sniffed {
  const has = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (has('EncryptedPackage')) return { kind: 'locked' }
  const found = OLD.find(([stream]) => has(stream))
  return found === undefined ? UNKNOWN : known(found[1])
}

/** The office’s names of encodings, in words for text and in numbers for tables. */
const UTF_8 = { text: 'UTF8', table: 76 }
const WINDOWS = { text: 'MS_1252', table: 1 }

function sniffText(bytes: Buffer, head: string, name: string | undefined): Sniffed {
  if (bytes.length === 0 || bytes.includes(0)) return UNKNOWN
  const encoding = isUtf8(bytes) ? UTF_8 : WINDOWS
  if (
    /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(
      head,
    )
  )
    return known(writer('html', 'HTML (StarWriter)'))
  if (/^(?:\u00ef\u00bb\u00bf)?\s*<(?:\?xml|!doctype|svg)\b/i.test(head)) return UNKNOWN
  if (name?.toLowerCase().endsWith('.csv') === true)
    return known(
      calc('csv', 'Text - txt - csv (StarCalc)', `${separatorOf(head)},34,${encoding.table},1`),
    )
  return known(writer('txt', 'Text (encoded)', encoding.text))
}

/** The code of what separates the columns of the first row. */
function separatorOf(head: string): number {
  const [row = ''] = head.split('\n')
  const counts = [',', ';', '\t'].map((mark) => [row.split(mark).length, mark] as const)
  const [most = [0, ','] as const] = counts.toSorted(([a], [b]) => b - a)
  return most[1].charCodeAt(0)
}
