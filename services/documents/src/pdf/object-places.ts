import { PdfLexer } from './pdf-lexer.ts'
import { broken, PdfProblem } from './pdf-problem.ts'
import {
  isDictionary,
  isList,
  isName,
  ofKind,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
} from './pdf-value.ts'

/** Where an object stands: at an offset, or as the n-th in a stream of objects. `free` is one that was taken away. */
export type Place =
  | { readonly kind: 'at'; readonly offset: number }
  | { readonly kind: 'within'; readonly stream: number; readonly index: number }
  | { readonly kind: 'free' }

export interface ObjectPlaces {
  readonly places: Map<number, Place>
  readonly trailer: PdfDictionary
}

// A file that was changed a thousand times in place has been rewritten by then.
const MAX_SECTIONS = 1_000
// Far more than a file that fits an upload can hold honestly.
const MAX_OBJECTS = 2_000_000
const TAIL_BYTES = 2_048
const TRAILER = 'trailer'
const MAX_TRAILERS = 100
const MAX_ENTRY_BYTES = 24
const TYPE_FREE = 0
const TYPE_AT = 1

/** Reads the object that stands at an offset. */
type ReadAt = (offset: number) => PdfStream | undefined
/** The bytes of a stream, filters undone, as far as there is room for them. */
type Decode = (stream: PdfStream) => Buffer

interface Reader {
  readonly readStream: ReadAt
  readonly decode: Decode
}

/** The places of all objects as the file's own tables tell, newest first. @throws PdfProblem */
export function tabledPlaces(bytes: Buffer, { readStream, decode }: Reader): ObjectPlaces {
  const places = new Map<number, Place>()
  const seen = new Set<number>()
  const waiting = [startOf(bytes)]
  let newest: PdfDictionary | undefined
  for (let offset = waiting.pop(); offset !== undefined; offset = waiting.pop()) {
    if (seen.has(offset)) continue
    seen.add(offset)
    if (seen.size > MAX_SECTIONS) throw broken('it was changed too often')
    const trailer = readSection({ bytes, readStream, decode, places }, offset)
    newest ??= trailer
    // A hybrid file's own stream is newer than what came before the file was changed.
    for (const key of ['Prev', 'XRefStm']) {
      const next = trailer.get(key)
      if (typeof next === 'number') waiting.push(next)
    }
  }
  if (newest === undefined) throw broken('it has no table of objects')
  return { places, trailer: newest }
}

function startOf(bytes: Buffer): number {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))
  const [, offset] = /startxref\s{1,4}(\d{1,12})(?![^]*startxref)/.exec(tail) ?? []
  if (offset === undefined) throw broken('it does not say where its objects are')
  return Number(offset)
}

interface Reading extends Reader {
  readonly bytes: Buffer
  readonly places: Map<number, Place>
}

function readSection(reading: Reading, offset: number): PdfDictionary {
  const lexer = new PdfLexer(reading.bytes, offset)
  if (lexer.takes('xref')) return readTable(reading, lexer)
  const stream = reading.readStream(offset)
  if (stream === undefined || !isName(stream.dictionary.get('Type'), 'XRef'))
    throw broken('its table of objects cannot be read')
  readStreamTable(reading, stream)
  return stream.dictionary
}

function readTable({ places }: Reading, lexer: PdfLexer): PdfDictionary {
  while (!lexer.takes('trailer')) {
    const first = lexer.integer()
    const count = lexer.integer()
    if (first === undefined || count === undefined || first + count > MAX_OBJECTS)
      throw broken('its table of objects cannot be read')
    for (let number = first; number < first + count; number += 1) {
      const offset = lexer.integer()
      const generation = lexer.integer()
      if (offset === undefined || generation === undefined)
        throw broken('its table of objects cannot be read')
      const isUsed = lexer.takes('n')
      if (!isUsed && !lexer.takes('f')) throw broken('its table of objects cannot be read')
      addPlace(places, number, isUsed ? { kind: 'at', offset } : { kind: 'free' })
    }
  }
  const trailer = lexer.value()
  if (!isDictionary(trailer)) throw broken('it has no trailer')
  return trailer
}

function addPlace(places: Map<number, Place>, number: number, place: Place): void {
  if (places.has(number)) return
  if (places.size >= MAX_OBJECTS) throw new PdfProblem('too-large', 'it has too many objects')
  places.set(number, place)
}

function readStreamTable({ places, decode }: Reading, stream: PdfStream): void {
  const widths = widthsOf(stream.dictionary)
  const bytes = decode(stream)
  const index = indexOf(stream.dictionary)
  let at = 0
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const first = index[pair] ?? 0
    const end = first + (index[pair + 1] ?? 0)
    for (let number = first; number < end && at + widths.all <= bytes.length; number += 1) {
      addPlace(places, number, placeAt(bytes, at, widths))
      at += widths.all
    }
  }
}

interface Widths {
  readonly kind: number
  readonly value: number
  readonly extra: number
  readonly all: number
}

function widthsOf(dictionary: PdfDictionary): Widths {
  const [kind, value, extra] = numbersOf(dictionary, 'W')
  if (kind === undefined || value === undefined || extra === undefined)
    throw broken('its table of objects cannot be read')
  const all = kind + value + extra
  if (all === 0 || all > MAX_ENTRY_BYTES) throw broken('its table of objects cannot be read')
  return { kind, value, extra, all }
}

function indexOf(dictionary: PdfDictionary): readonly number[] {
  const size = dictionary.get('Size')
  if (dictionary.has('Index')) return numbersOf(dictionary, 'Index')
  return typeof size === 'number' ? [0, size] : []
}

function placeAt(bytes: Buffer, at: number, { kind, value, extra }: Widths): Place {
  return placeOf(
    kind === 0 ? TYPE_AT : unsigned(bytes, at, kind),
    unsigned(bytes, at + kind, value),
    unsigned(bytes, at + kind + value, extra),
  )
}

function placeOf(kind: number, value: number, extra: number): Place {
  if (kind === TYPE_FREE) return { kind: 'free' }
  if (kind === TYPE_AT) return { kind: 'at', offset: value }
  return { kind: 'within', stream: value, index: extra }
}

function numbersOf(dictionary: PdfDictionary, key: string): readonly number[] {
  const list = dictionary.get(key)
  return isList(list)
    ? list.filter((one): one is number => Number.isSafeInteger(one) && Number(one) >= 0)
    : []
}

function unsigned(bytes: Buffer, at: number, width: number): number {
  let value = 0
  for (let step = 0; step < width; step += 1) value = value * 256 + (bytes[at + step] ?? 0)
  return value
}

const OBJECT_HEAD = /(?<![\d.])(\d{1,10})[ \t\r\n\0\f]{1,8}\d{1,5}[ \t\r\n\0\f]{1,8}obj(?![a-z])/g

/** The places of all objects by looking at the whole file, for one whose tables are wrong. @throws PdfProblem */
export function scannedPlaces(bytes: Buffer, { readStream, decode }: Reader): ObjectPlaces {
  const text = bytes.toString('latin1')
  const places = new Map<number, Place>()
  const streams: { readonly number: number; readonly offset: number }[] = []
  for (const match of text.matchAll(OBJECT_HEAD)) {
    const number = Number(match[1])
    if (places.size >= MAX_OBJECTS) throw new PdfProblem('too-large', 'it has too many objects')
    places.set(number, { kind: 'at', offset: match.index })
    // Where its dictionary names its type; a longer dictionary is no writer's for such a stream.
    const head = text.slice(match.index, match.index + 400)
    if (head.includes('/ObjStm') || head.includes('/XRef'))
      streams.push({ number, offset: match.index })
  }
  const tables = streams.flatMap(({ number, offset }) => {
    const stream = readStream(offset)
    if (stream === undefined) return []
    if (isName(stream.dictionary.get('Type'), 'ObjStm'))
      addInner(places, number, { count: stream.dictionary.get('N'), bytes: decode(stream) })
    return [stream.dictionary]
  })
  return { places, trailer: scannedTrailer(bytes, text, tables) }
}

function addInner(
  places: Map<number, Place>,
  number: number,
  { count, bytes }: { readonly count: PdfValue | undefined; readonly bytes: Buffer },
): void {
  if (typeof count !== 'number') return
  const lexer = new PdfLexer(bytes, 0)
  for (let index = 0; index < count; index += 1) {
    const inner = lexer.integer()
    if (inner === undefined || lexer.integer() === undefined) return
    addPlace(places, inner, { kind: 'within', stream: number, index })
  }
}

function scannedTrailer(
  bytes: Buffer,
  text: string,
  tables: readonly PdfDictionary[],
): PdfDictionary {
  const found = [...tables]
  // The last one counts; the others only when it is damaged.
  let at = text.lastIndexOf(TRAILER)
  for (let tries = 0; at > 0 && tries < MAX_TRAILERS; tries += 1) {
    const lexer = new PdfLexer(bytes, at + TRAILER.length)
    const value = lexer.takes('<<') ? new PdfLexer(bytes, lexer.at - 2).value() : null
    if (isDictionary(value) && value.has('Root')) {
      found.push(value)
      break
    }
    at = text.lastIndexOf(TRAILER, at - 1)
  }
  const trailer = found.findLast((one) => ofKind(one.get('Root'), 'reference') !== undefined)
  if (trailer === undefined) throw broken('it has no trailer')
  return trailer
}
