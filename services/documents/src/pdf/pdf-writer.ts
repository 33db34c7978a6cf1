import {
  isDictionary,
  isList,
  written,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
  type PdfWritten,
} from './pdf-value.ts'

/** Encrypts the texts and streams of a file. */
export type Encrypt = (bytes: Buffer) => Buffer

export interface PdfTrailer {
  readonly root: PdfWritten
  readonly info: PdfWritten | undefined
  /** Not encrypted, whatever else is. */
  readonly encryption: PdfDictionary | undefined
  readonly id: Buffer
}

// A comment of bytes that are no text, so that nobody takes the file for text.
const BINARY_MARK = Buffer.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a])
const ENTRIES_AT_ONCE = 10_000
// What may stand in a name without an escape.
const REGULAR = /^[!"$&'*+,\-.\w:;=?@\\^`|~]*$/

/**
 * Writes the objects of a PDF one after another. Nothing of what was written is kept but its place: `take` gives the
 * bytes since the last call, which the caller writes away.
 */
export class PdfWriter {
  readonly #encrypt: Encrypt | undefined
  readonly #offsets: number[] = [0]
  #chunks: Buffer[] = []
  #written = 0

  constructor(version: string, encrypt: Encrypt | undefined) {
    this.#encrypt = encrypt
    this.#push(Buffer.from(`%PDF-${version}\n`, 'latin1'))
    this.#push(BINARY_MARK)
  }

  /** All that has been written so far, in bytes. */
  get sizeBytes(): number {
    return this.#written
  }

  /** A number for an object that is written later, or never. */
  reserve(): PdfWritten {
    this.#offsets.push(0)
    return written(this.#offsets.length - 1)
  }

  add(value: PdfValue): PdfWritten {
    const place = this.reserve()
    this.write(place, value)
    return place
  }

  write({ number }: PdfWritten, value: PdfValue): void {
    this.#offsets[number] = this.#written
    const stream = isStream(value) ? value : undefined
    if (stream === undefined) {
      this.#push(Buffer.from(`${number} 0 obj\n${this.#text(value)}\nendobj\n`, 'latin1'))
      return
    }
    const bytes = this.#encrypt === undefined ? stream.bytes : this.#encrypt(stream.bytes)
    const dictionary = new Map(stream.dictionary).set('Length', bytes.length)
    const head = `${number} 0 obj\n${this.#text(dictionary)}\nstream\n`
    this.#push(Buffer.from(head, 'latin1'))
    this.#push(bytes)
    this.#push(Buffer.from('\nendstream\nendobj\n', 'latin1'))
  }

  /** What tells two values apart: equal texts are equal values, streams aside. */
  plainText(value: PdfValue): string {
    return textOfValue(value, undefined)
  }

  finish({ root, info, encryption, id }: PdfTrailer): void {
    const start = this.#written
    this.#push(Buffer.from(`xref\n0 ${this.#offsets.length}\n0000000000 65535 f \n`, 'latin1'))
    for (let from = 1; from < this.#offsets.length; from += ENTRIES_AT_ONCE) {
      const lines = this.#offsets.slice(from, from + ENTRIES_AT_ONCE).map(tableLine)
      this.#push(Buffer.from(lines.join(''), 'latin1'))
    }
    const trailer = new Map<string, PdfValue>([
      ['Size', this.#offsets.length],
      ['Root', root],
      ['ID', [hexadecimal(id), hexadecimal(id)]],
    ])
    if (info !== undefined) trailer.set('Info', info)
    if (encryption !== undefined) trailer.set('Encrypt', encryption)
    const text = `trailer\n${textOfValue(trailer, undefined)}\nstartxref\n${start}\n%%EOF\n`
    this.#push(Buffer.from(text, 'latin1'))
  }

  /** The bytes since the last call. */
  take(): readonly Buffer[] {
    const chunks = this.#chunks
    this.#chunks = []
    return chunks
  }

  #text(value: PdfValue): string {
    return textOfValue(value, this.#encrypt)
  }

  #push(bytes: Buffer): void {
    this.#chunks.push(bytes)
    this.#written += bytes.length
  }
}

function isStream(value: PdfValue): value is PdfStream {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'stream'
}

function hexadecimal(bytes: Buffer): PdfValue {
  return { kind: 'text', bytes }
}

/** One that was reserved and never written is free. */
function tableLine(offset: number): string {
  if (offset === 0) return '0000000000 65535 f \n'
  return `${String(offset).padStart(10, '0')} 00000 n \n`
}

function textOfValue(value: PdfValue, encrypt: Encrypt | undefined): string {
  if (typeof value === 'number') return numberText(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (isList(value)) return `[${value.map((one) => textOfValue(one, encrypt)).join(' ')}]`
  if (isDictionary(value)) return dictionaryText(value, encrypt)
  switch (value.kind) {
    case 'name':
      return nameText(value.name)
    case 'text':
      return `<${(encrypt === undefined ? value.bytes : encrypt(value.bytes)).toString('hex')}>`
    case 'written':
      return `${value.number} 0 R`
    case 'stream':
      return dictionaryText(value.dictionary, encrypt)
    case 'reference':
      throw new Error('a reference of another file cannot be written')
  }
}

function dictionaryText(dictionary: PdfDictionary, encrypt: Encrypt | undefined): string {
  let text = '<<'
  for (const [key, value] of dictionary) text += `${nameText(key)} ${textOfValue(value, encrypt)}\n`
  return `${text}>>`
}

function nameText(name: string): string {
  if (REGULAR.test(name)) return `/${name}`
  const escaped = name.replaceAll(
    /[^!"$&'*+,\-.\w:;=?@\\^`|~]/g,
    (mark) => `#${(mark.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}`,
  )
  return `/${escaped}`
}

const MAX_NUMBER = 1e15

function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < MAX_NUMBER) return String(value)
  const bounded = Math.min(MAX_NUMBER, Math.max(-MAX_NUMBER, value))
  return bounded.toFixed(8).replace(/\.?0+$/, '')
}
