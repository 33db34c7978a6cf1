import { scannedPlaces, tabledPlaces, type ObjectPlaces, type Place } from './object-places.ts'
import { PdfLexer } from './pdf-lexer.ts'
import { broken, PdfProblem } from './pdf-problem.ts'
import {
  isDictionary,
  ofKind,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
} from './pdf-value.ts'
import { decodedBytes } from './stream-bytes.ts'

const MARK = '%PDF-'
// Some writers put a line or a mail's head in front.
const MAX_BEFORE_MARK = 1_024
const MAX_HOPS = 20
// Unpacked objects of one file; beyond this it is a bomb.
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

interface UnpackedObjects {
  readonly bytes: Buffer
  readonly offsets: readonly number[]
}

/** A PDF whose objects are read one by one, as they are asked for. All methods throw PdfProblem. */
export class PdfFile {
  readonly #bytes: Buffer
  readonly #loaded = new Map<number, PdfValue>()
  readonly #loading = new Set<number>()
  readonly #unpacked = new Map<number, UnpackedObjects>()
  #unpackedBytes = 0
  #readBytes = 0
  #nextEnd = { from: 0, at: 0 }
  #found: ObjectPlaces
  #isScanned = false

  private constructor(bytes: Buffer) {
    this.#bytes = bytes
    // So that a stream's length can be looked up while the tables are read.
    this.#found = { places: new Map(), trailer: new Map() }
  }

  /** @throws PdfProblem when it is no PDF, too broken to be read, or encrypted */
  static open(bytes: Buffer): PdfFile {
    const mark = bytes.subarray(0, MAX_BEFORE_MARK).indexOf(MARK)
    if (mark === -1) throw broken('it is no PDF')
    const file = new PdfFile(bytes.subarray(mark))
    file.#openTables()
    if (file.trailer.has('Encrypt'))
      throw new PdfProblem('encrypted', 'it is encrypted; remove its password first')
    return file
  }

  /** How much has been read so far; tells a long work when to pause. */
  get readBytes(): number {
    return this.#readBytes
  }

  get trailer(): PdfDictionary {
    return this.#found.trailer
  }

  get catalog(): PdfDictionary {
    const catalog = this.resolve(this.trailer.get('Root'))
    if (!isDictionary(catalog)) throw broken('it has no catalog')
    return catalog
  }

  /** The object that a reference leads to, or the value itself; null for one that does not exist. */
  resolve(value: PdfValue | undefined): PdfValue {
    let current = value ?? null
    for (let hops = 0; hops < MAX_HOPS; hops += 1) {
      const reference = ofKind(current, 'reference')
      if (reference === undefined) return current
      current = this.object(reference.number)
    }
    throw broken('its references go in circles')
  }

  /** The dictionary that a value is or leads to; an empty one for anything else. */
  dictionary(value: PdfValue | undefined): PdfDictionary {
    const resolved = this.resolve(value)
    return isDictionary(resolved) ? resolved : new Map()
  }

  object(number: number): PdfValue {
    const known = this.#loaded.get(number)
    if (known !== undefined) return known
    const place = this.#found.places.get(number)
    // One that needs itself to be read, such as a stream that is its own length.
    if (place === undefined || this.#loading.has(number)) return null
    this.#loading.add(number)
    try {
      const value = this.#read(number, place)
      this.#loaded.set(number, value)
      return value
    } finally {
      this.#loading.delete(number)
    }
  }

  #openTables(): void {
    try {
      this.#found = tabledPlaces(this.#bytes, {
        readStream: (offset) => ofKind(this.#at(offset).value, 'stream'),
        decode: (stream) => this.#decode(stream),
      })
      if (this.catalog.has('Pages')) return
    } catch (error) {
      if (!(error instanceof PdfProblem) || error.reason === 'too-large') throw error
    }
    this.#scan()
  }

  /** Its tables are wrong: it is read without them, once. */
  #scan(): void {
    if (this.#isScanned) throw broken('its objects are not where they should be')
    this.#isScanned = true
    this.#loaded.clear()
    this.#found = { places: new Map(), trailer: new Map() }
    this.#found = scannedPlaces(this.#bytes, {
      readStream: (offset) => this.#streamIfAny(offset),
      decode: (stream) => this.#decode(stream),
    })
  }

  #streamIfAny(offset: number): PdfStream | undefined {
    try {
      return ofKind(this.#at(offset).value, 'stream')
    } catch (error) {
      // Something that only looks like an object, such as text within a stream.
      if (error instanceof PdfProblem) return undefined
      throw error
    }
  }

  #decode(stream: PdfStream): Buffer {
    const bytes = decodedBytes(stream)
    this.#unpackedBytes += bytes.length
    if (this.#unpackedBytes > MAX_UNPACKED_BYTES)
      throw new PdfProblem('too-large', 'its objects are too large')
    return bytes
  }

  #read(number: number, place: Place): PdfValue {
    if (place.kind === 'free') return null
    if (place.kind === 'within') return this.#within(place.stream, place.index)
    try {
      const found = this.#at(place.offset)
      if (found.number === number) return found.value
    } catch (error) {
      if (!(error instanceof PdfProblem) || this.#isScanned) throw error
    }
    this.#scan()
    const scanned = this.#found.places.get(number)
    return scanned === undefined ? null : this.#read(number, scanned)
  }

  #at(offset: number): { readonly number: number; readonly value: PdfValue } {
    const lexer = new PdfLexer(this.#bytes, offset)
    const number = lexer.integer()
    if (number === undefined || lexer.integer() === undefined || !lexer.takes('obj'))
      throw broken('its objects are not where they should be')
    const value = lexer.value()
    this.#readBytes += lexer.at - offset
    if (!isDictionary(value) || !lexer.takes('stream')) return { number, value }
    lexer.skipLineEnd()
    const bytes = this.#streamBytes(value, lexer.at)
    return { number, value: { kind: 'stream', dictionary: value, bytes } }
  }

  #streamBytes(dictionary: PdfDictionary, start: number): Buffer {
    const length = this.resolve(dictionary.get('Length'))
    if (typeof length === 'number' && length >= 0) {
      const end = start + length
      if (new PdfLexer(this.#bytes, end).takes('endstream')) return this.#bytes.subarray(start, end)
    }
    const end = this.#endAfter(start)
    if (end === -1) throw broken('a stream does not end')
    return this.#bytes.subarray(start, withoutLineEnd(this.#bytes, start, end))
  }

  /** Of a stream that does not know its length. Each part of the file is looked through once, not for every stream. */
  #endAfter(start: number): number {
    const { from, at } = this.#nextEnd
    if (start >= from && (at === -1 || start <= at)) return at
    this.#nextEnd = { from: start, at: this.#bytes.indexOf('endstream', start) }
    return this.#nextEnd.at
  }

  #within(stream: number, index: number): PdfValue {
    const { bytes, offsets } = this.#unpack(stream)
    const offset = offsets[index]
    if (offset === undefined) return null
    const lexer = new PdfLexer(bytes, offset)
    const value = lexer.value()
    this.#readBytes += lexer.at - offset
    return value
  }

  #unpack(number: number): UnpackedObjects {
    const known = this.#unpacked.get(number)
    if (known !== undefined) return known
    const place = this.#found.places.get(number)
    // A stream of objects never stands within another one.
    const stream: PdfStream | undefined =
      place?.kind === 'at' ? ofKind(this.object(number), 'stream') : undefined
    if (stream === undefined) throw broken('a stream of objects is missing')
    const bytes = this.#decode(stream)
    const unpacked = { bytes, offsets: offsetsOf(stream.dictionary, bytes) }
    this.#unpacked.set(number, unpacked)
    return unpacked
  }
}

function withoutLineEnd(bytes: Buffer, start: number, end: number): number {
  let last = end
  if (last > start && bytes[last - 1] === 0x0a) last -= 1
  if (last > start && bytes[last - 1] === 0x0d) last -= 1
  return last
}

function offsetsOf(dictionary: PdfDictionary, bytes: Buffer): readonly number[] {
  const count = dictionary.get('N')
  const first = dictionary.get('First')
  if (typeof count !== 'number' || typeof first !== 'number')
    throw broken('a stream of objects cannot be read')
  const lexer = new PdfLexer(bytes, 0)
  const offsets: number[] = []
  for (let index = 0; index < count; index += 1) {
    const number = lexer.integer()
    const offset = lexer.integer()
    if (number === undefined || offset === undefined) break
    offsets.push(first + offset)
  }
  return offsets
}
