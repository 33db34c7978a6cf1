/** An object of a PDF. A number stands for itself; names, texts and references have forms of their own. */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfText
  | PdfReference
  | PdfWritten
  | readonly PdfValue[]
  | PdfDictionary
  | PdfStream

/** By names without their slash, whose escapes are resolved. */
export type PdfDictionary = ReadonlyMap<string, PdfValue>

export interface PdfName {
  readonly kind: 'name'
  readonly name: string
}

/** A string of bytes, which need not be text. */
export interface PdfText {
  readonly kind: 'text'
  readonly bytes: Buffer
}

/** An object of the file that was read, by its number there. */
export interface PdfReference {
  readonly kind: 'reference'
  readonly number: number
}

/** An object of the file that is written, by its number there. */
export interface PdfWritten {
  readonly kind: 'written'
  readonly number: number
}

export interface PdfStream {
  readonly kind: 'stream'
  readonly dictionary: PdfDictionary
  /** As they stand in the file, filters not undone. */
  readonly bytes: Buffer
}

export function nameOf(name: string): PdfName {
  return { kind: 'name', name }
}

export function written(number: number): PdfWritten {
  return { kind: 'written', number }
}

export function dictionaryOf(entries: Readonly<Record<string, PdfValue>>): PdfDictionary {
  return new Map(Object.entries(entries))
}

const UTF_16_MARK = '\u{feff}'

/** Text for people: ASCII as it is, anything else in UTF-16. */
export function textOf(text: string): PdfText {
  // oxlint-disable-next-line no-control-regex -- these are the characters that both encodings have in common
  if (/^[\u0020-\u007e]*$/.test(text)) return { kind: 'text', bytes: Buffer.from(text, 'latin1') }
  return { kind: 'text', bytes: Buffer.from(UTF_16_MARK + text, 'utf16le').swap16() }
}

export function isDictionary(value: PdfValue | undefined): value is PdfDictionary {
  return value instanceof Map
}

export function isList(value: PdfValue | undefined): value is readonly PdfValue[] {
  return Array.isArray(value)
}

type Kind = 'name' | 'text' | 'reference' | 'written' | 'stream'
type OfKind<K extends Kind> = Extract<PdfValue, { readonly kind: K }>

/** The value when it is of this kind. */
export function ofKind<K extends Kind>(
  value: PdfValue | undefined,
  kind: K,
): OfKind<K> | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined
  // The kind tells which of the forms it is.
  return value.kind === kind ? (value as OfKind<K>) : undefined
}

export function isName(value: PdfValue | undefined, name: string): boolean {
  return ofKind(value, 'name')?.name === name
}
