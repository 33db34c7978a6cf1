import { broken, PdfProblem } from './pdf-problem.ts'
import { nameOf, type PdfReference, type PdfText, type PdfValue } from './pdf-value.ts'

// Honest files nest a handful of levels; deeper ones attack recursive code.
const MAX_DEPTH = 100
const MAX_KEYWORD = 12
// Of one object; the largest that writers make are lists of pages, names or widths of letters.
const MAX_VALUES = 500_000

const WHITE = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) WHITE[byte] = 1
const DELIMITER = new Uint8Array(256)
for (const mark of '()<>[]{}/%') DELIMITER[mark.charCodeAt(0)] = 1

const NEWLINE = 0x0a
const RETURN = 0x0d
const PERCENT = 0x25
const OPEN = 0x28
const CLOSE = 0x29
const SLASH = 0x2f
const DIGIT_0 = 0x30
const DIGIT_9 = 0x39
const LESS = 0x3c
const GREATER = 0x3e
const LEFT = 0x5b
const BACKSLASH = 0x5c
const RIGHT = 0x5d
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** Reads the objects of a PDF from its bytes, which begin at `at`. @throws PdfProblem */
export class PdfLexer {
  readonly #bytes: Buffer
  #values = 0
  at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  /** The object here. A stream’s bytes are not part of it: they follow its dictionary. */
  value(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) throw broken('its objects nest too deeply')
    this.#values += 1
    if (this.#values > MAX_VALUES) throw new PdfProblem('too-large', 'its objects are too large')
    this.skipWhite()
    const byte = this.#bytes[this.at]
    switch (byte) {
      case undefined:
        throw broken('it ends too early')
      case SLASH:
        return nameOf(this.#name())
      case OPEN:
        return this.#literal()
      case LEFT:
        return this.#list(depth)
      case LESS:
        return this.#bytes[this.at + 1] === LESS ? this.#dictionary(depth) : this.#hexadecimal()
      default:
        return this.#numberOrWord()
    }
  }

  skipWhite(): void {
    const bytes = this.#bytes
    for (;;) {
      const byte = bytes[this.at]
      if (byte === undefined) return
      if (byte === PERCENT) this.#skipComment()
      else if (WHITE[byte] === 1) this.at += 1
      else return
    }
  }

  /** Steps over a word if it stands here. */
  takes(word: string): boolean {
    this.skipWhite()
    if (this.#bytes.toString('latin1', this.at, this.at + word.length) !== word) return false
    this.at += word.length
    return true
  }

  /** A whole number, or undefined when something else stands here. */
  integer(): number | undefined {
    this.skipWhite()
    const start = this.at
    const digits = this.#regular(MAX_KEYWORD)
    if (/^\d+$/.test(digits)) return Number(digits)
    this.at = start
    return undefined
  }

  /** Steps to the first byte of a stream, behind its keyword. */
  skipLineEnd(): void {
    if (this.#bytes[this.at] === RETURN) this.at += 1
    if (this.#bytes[this.at] === NEWLINE) this.at += 1
  }

  #skipComment(): void {
    for (;;) {
      const byte = this.#bytes[this.at]
      if (byte === undefined || byte === NEWLINE || byte === RETURN) return
      this.at += 1
    }
  }

  #regular(limit: number): string {
    const start = this.at
    while (this.at < this.#bytes.length && this.at - start < limit) {
      const byte = this.#bytes[this.at] ?? 0
      if (WHITE[byte] === 1 || DELIMITER[byte] === 1) break
      this.at += 1
    }
    return this.#bytes.toString('latin1', start, this.at)
  }

  #name(): string {
    this.at += 1
    const raw = this.#regular(Number.POSITIVE_INFINITY)
    if (!raw.includes('#')) return raw
    return raw.replaceAll(/#([\da-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
  }

  #list(depth: number): PdfValue {
    this.at += 1
    const items: PdfValue[] = []
    for (;;) {
      this.skipWhite()
      if (this.#bytes[this.at] === RIGHT) break
      items.push(this.value(depth + 1))
    }
    this.at += 1
    return items
  }

  #dictionary(depth: number): PdfValue {
    this.at += 2
    const entries = new Map<string, PdfValue>()
    for (;;) {
      this.skipWhite()
      const byte = this.#bytes[this.at]
      if (byte === GREATER && this.#bytes[this.at + 1] === GREATER) break
      if (byte !== SLASH) throw broken('a dictionary has something that is no name')
      const key = this.#name()
      entries.set(key, this.value(depth + 1))
    }
    this.at += 2
    return entries
  }

  #numberOrWord(): PdfValue {
    const word = this.#regular(MAX_KEYWORD * 4)
    if (word === 'true') return true
    if (word === 'false') return false
    if (word === 'null') return null
    const number = Number(word)
    if (word !== '' && Number.isFinite(number)) return this.#reference(number) ?? number
    // Sloppy writers: -.5, 1., +3, --5.
    const loose = Number.parseFloat(word.replace(/^[+-]*(-)/, '$1'))
    if (Number.isFinite(loose)) return loose
    throw broken('it has a word that no PDF has')
  }

  /** `number generation R`, of which the number has been read. */
  #reference(number: number): PdfReference | undefined {
    if (!Number.isInteger(number) || number <= 0) return undefined
    const start = this.at
    this.skipWhite()
    const first = this.#bytes[this.at] ?? 0
    // Most numbers are followed by something else.
    if (first < DIGIT_0 || first > DIGIT_9) {
      this.at = start
      return undefined
    }
    const generation = this.integer()
    this.skipWhite()
    if (generation !== undefined && this.#regular(MAX_KEYWORD) === 'R')
      return { kind: 'reference', number }
    this.at = start
    return undefined
  }

  #hexadecimal(): PdfText {
    const end = this.#bytes.indexOf(GREATER, this.at)
    if (end === -1) throw broken('a text does not end')
    const digits = this.#bytes.toString('latin1', this.at + 1, end).replaceAll(/[^\da-f]/gi, '')
    this.at = end + 1
    const even = digits.length % 2 === 0 ? digits : `${digits}0`
    return { kind: 'text', bytes: Buffer.from(even, 'hex') }
  }

  #literal(): PdfText {
    const end = this.#literalEnd()
    const raw = this.#bytes.subarray(this.at + 1, end)
    this.at = end + 1
    const bytes = raw.includes(BACKSLASH) || raw.includes(RETURN) ? unescaped(raw) : raw
    return { kind: 'text', bytes }
  }

  #literalEnd(): number {
    let depth = 0
    for (let at = this.at; at < this.#bytes.length; at += 1) {
      const byte = this.#bytes[at]
      if (byte === BACKSLASH) at += 1
      else if (byte === OPEN) depth += 1
      else if (byte === CLOSE) {
        depth -= 1
        if (depth === 0) return at
      }
    }
    throw broken('a text does not end')
  }
}

function unescaped(raw: Buffer): Buffer {
  const text = raw
    .toString('latin1')
    .replaceAll(/\\([0-7]{1,3})|\\(\r\n|[^])|\r\n?/g, (match, octal?: string, other?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
      if (other === undefined) return '\n'
      if (/^[\r\n]/.test(other)) return ''
      const code = ESCAPES[other]
      return code === undefined ? other : String.fromCharCode(code)
    })
  return Buffer.from(text, 'latin1')
}
