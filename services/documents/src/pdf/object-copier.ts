import { createHash } from 'node:crypto'

import type { RecentMap } from '@oficina/kit/recent-map.ts'

import type { Destinations } from './destinations.ts'
import type { PdfFile } from './pdf-file.ts'
import {
  isDictionary,
  isList,
  ofKind,
  written,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
  type PdfWritten,
} from './pdf-value.ts'
import type { PdfWriter } from './pdf-writer.ts'

/** The streams that were written, by their contents: a font or logo of many documents is written once. */
export type KnownStreams = RecentMap<string, number>

export interface CopyTarget {
  readonly writer: PdfWriter
  readonly known: KnownStreams
}

// Below this, knowing a stream costs more than writing it again.
const MIN_KNOWN_BYTES = 200
// Streams that refer to streams: a picture to its mask, a form to its pictures.
const MAX_STREAM_DEPTH = 20
// Objects between two chances for the thread to do something else.
const OBJECTS_A_STEP = 500
// What is read between two of them, streams aside.
const BYTES_A_STEP = 256 * 1024

/** Copies objects of one file, with everything that they refer to, under new numbers. */
export class ObjectCopier {
  readonly #file: PdfFile
  readonly #target: CopyTarget
  readonly #destinations: Destinations
  readonly #numbers = new Map<number, PdfValue>()
  readonly #overrides = new Map<number, PdfValue>()
  /** Streams that are being copied, with the number of those that something within refers to. */
  readonly #open = new Map<number, { place: PdfWritten | undefined }>()
  readonly #waiting: { readonly number: number; readonly place: PdfWritten }[] = []

  constructor(file: PdfFile, target: CopyTarget, destinations: Destinations) {
    this.#file = file
    this.#target = target
    this.#destinations = destinations
  }

  /** From now on, references to an object become this. */
  replace(number: number, by: PdfWritten | null): void {
    this.#numbers.set(number, by)
  }

  /** From now on, this is what an object holds. */
  override(number: number, value: PdfValue): void {
    this.#overrides.set(number, value)
  }

  /** A value whose references have their new numbers; the objects behind them are written by `steps`. */
  copy(value: PdfValue, depth = 0): PdfValue {
    if (typeof value !== 'object' || value === null) return value
    if (isList(value)) return value.map((one) => this.copy(one, depth))
    if (isDictionary(value)) return this.#dictionary(value, depth)
    if (value.kind === 'reference') return this.#reference(value.number, depth)
    // A stream is always an object of its own.
    if (value.kind === 'stream') return this.copy(value.dictionary, depth)
    return value
  }

  /** Writes what waits, with pauses. */
  *steps(): Generator<void> {
    let count = 0
    let readBytes = this.#file.readBytes
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.#write(next.place, this.#object(next.number))
      count += 1
      if (count % OBJECTS_A_STEP !== 0 && this.#file.readBytes - readBytes < BYTES_A_STEP) continue
      yield
      readBytes = this.#file.readBytes
    }
  }

  #object(number: number): PdfValue {
    return this.#overrides.get(number) ?? this.#file.resolve({ kind: 'reference', number })
  }

  #write(place: PdfWritten, value: PdfValue): void {
    const { writer } = this.#target
    const stream = ofKind(value, 'stream')
    if (stream === undefined) writer.write(place, this.copy(value))
    else writer.write(place, { ...stream, dictionary: this.#dictionaryOf(stream, 0) })
  }

  /** Without the length, which the writer knows: in the file it may be an object of its own. */
  #dictionaryOf({ dictionary }: PdfStream, depth: number): PdfDictionary {
    const entries = new Map(dictionary)
    entries.delete('Length')
    return this.#dictionary(entries, depth)
  }

  #dictionary(dictionary: PdfDictionary, depth: number): PdfDictionary {
    const copy = new Map<string, PdfValue>()
    for (const [key, value] of this.#destinations.resolved(dictionary))
      copy.set(key, this.copy(value, depth))
    return copy
  }

  #reference(number: number, depth: number): PdfValue {
    const known = this.#numbers.get(number)
    if (known !== undefined) return known
    const { writer } = this.#target
    const open = this.#open.get(number)
    if (open !== undefined) {
      open.place ??= writer.reserve()
      return open.place
    }
    const value = this.#object(number)
    if (value === null || typeof value === 'boolean' || typeof value === 'number') {
      this.#numbers.set(number, value)
      return value
    }
    const stream = ofKind(value, 'stream')
    if (stream !== undefined && stream.bytes.length >= MIN_KNOWN_BYTES && depth < MAX_STREAM_DEPTH)
      return this.#sharedStream(number, stream, depth)
    const place = writer.reserve()
    this.#numbers.set(number, place)
    this.#waiting.push({ number, place })
    return place
  }

  /** Writes a stream, or finds the same one written before. */
  #sharedStream(number: number, stream: PdfStream, depth: number): PdfValue {
    const { writer, known } = this.#target
    // What it refers to may refer to it again; only then it needs a number before its contents are known.
    const cycle: { place: PdfWritten | undefined } = { place: undefined }
    this.#open.set(number, cycle)
    const dictionary = this.#dictionaryOf(stream, depth + 1)
    this.#open.delete(number)
    const key = cycle.place === undefined ? keyOf(writer.plainText(dictionary), stream.bytes) : ''
    const before = key === '' ? undefined : known.get(key)
    const place = cycle.place ?? (before === undefined ? writer.reserve() : written(before))
    this.#numbers.set(number, place)
    if (before !== undefined) return place
    if (key !== '') known.set(key, place.number)
    writer.write(place, { kind: 'stream', dictionary, bytes: stream.bytes })
    return place
  }
}

/** What is equal for equal streams only. */
function keyOf(dictionary: string, bytes: Buffer): string {
  return createHash('sha256')
    .update(dictionary, 'latin1')
    .update('\0')
    .update(bytes)
    .digest('base64')
}
