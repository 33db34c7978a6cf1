import { open } from 'node:fs/promises'

import { ArchiveProblem } from './archive-problem.ts'
import type { ArchiveRow } from './row-fields.ts'

/** Some consecutive rows of one table. */
export interface TableRows {
  readonly table: string
  readonly rows: readonly ArchiveRow[]
}

const CHUNK_BYTES = 1024 * 1024
// A message with a long history of changes; anything longer is no row.
const MAX_VALUE_BYTES = 16 * 1024 * 1024

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Where the reader is in `{"table":[row,…],…}`. */
type Place =
  | 'start'
  | 'name'
  | 'colon'
  | 'value'
  | 'first row'
  | 'row'
  | 'after row'
  | 'after value'
  | 'end'

/**
 * Reads a file of tables row by row, so that memory does not grow with the file; of tables that `wants` does not name,
 * rows are counted but not parsed.
 * @throws ArchiveProblem naming the file
 */
export async function* readTables(
  path: string,
  name: string,
  wants: (table: string) => boolean,
): AsyncGenerator<TableRows> {
  const reader = new TableReader(name, wants)
  const file = await open(path)
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES)
      if (bytesRead === 0) break
      yield* reader.read(chunk.subarray(0, bytesRead))
    }
    reader.end()
  } finally {
    await file.close()
  }
}

class TableReader {
  readonly #name: string
  readonly #wants: (table: string) => boolean
  #rest: Buffer = Buffer.alloc(0)
  #place: Place = 'start'
  #table = ''
  #isWanted = false
  #rows: ArchiveRow[] = []

  constructor(name: string, wants: (table: string) => boolean) {
    this.#name = name
    this.#wants = wants
  }

  *read(chunk: Buffer): Generator<TableRows> {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    for (;;) {
      at = afterSpace(bytes, at)
      if (at >= bytes.length) break
      const next = this.#step(bytes, at)
      if (next === undefined) break
      at = next
      if (this.#place === 'after value') yield* this.#flush()
    }
    yield* this.#flush()
    if (bytes.length - at > MAX_VALUE_BYTES) {
      throw this.#problem(`has a row of more than ${MAX_VALUE_BYTES} bytes`)
    }
    // The chunk's memory is used again.
    this.#rest = Buffer.from(bytes.subarray(at))
  }

  end(): void {
    if (this.#place !== 'end' || this.#rest.length > 0) throw this.#problem('ends too early')
  }

  *#flush(): Generator<TableRows> {
    if (this.#rows.length === 0) return
    yield { table: this.#table, rows: this.#rows }
    this.#rows = []
  }

  /** Reads one piece; returns where the next begins, or nothing when the piece is not there as a whole. */
  #step(bytes: Buffer, at: number): number | undefined {
    const byte = bytes[at] ?? 0
    switch (this.#place) {
      case 'start':
        return this.#expect(byte === OPEN_OBJECT, at, 'name')
      case 'name':
        return byte === CLOSE_OBJECT ? this.#go('end', at + 1) : this.#readName(bytes, at)
      case 'colon':
        return this.#expect(byte === COLON, at, 'value')
      case 'value':
        return byte === OPEN_LIST ? this.#go('first row', at + 1) : this.#skip(bytes, at)
      case 'first row':
      case 'row':
        if (byte === CLOSE_LIST && this.#place === 'first row')
          return this.#go('after value', at + 1)
        return this.#readRow(bytes, at)
      case 'after row':
        if (byte === CLOSE_LIST) return this.#go('after value', at + 1)
        return this.#expect(byte === COMMA, at, 'row')
      case 'after value':
        if (byte === CLOSE_OBJECT) return this.#go('end', at + 1)
        return this.#expect(byte === COMMA, at, 'name')
      case 'end':
        throw this.#problem('goes on after its end')
    }
  }

  #go(place: Place, at: number): number {
    this.#place = place
    return at
  }

  #expect(isThere: boolean, at: number, place: Place): number {
    if (!isThere) throw this.#problem('is not JSON of the form {"table": [row, …], …}')
    return this.#go(place, at + 1)
  }

  #readName(bytes: Buffer, at: number): number | undefined {
    if (bytes[at] !== QUOTE) throw this.#problem('is not JSON of the form {"table": [row, …], …}')
    const end = stringEnd(bytes, at)
    if (end === undefined) return undefined
    this.#table = String(this.#parse(bytes, at, end))
    this.#isWanted = this.#wants(this.#table)
    return this.#go('colon', end)
  }

  /** A value that is no table. */
  #skip(bytes: Buffer, at: number): number | undefined {
    const end = valueEnd(bytes, at)
    if (end === undefined) return undefined
    this.#parse(bytes, at, end)
    return this.#go('after value', end)
  }

  #readRow(bytes: Buffer, at: number): number | undefined {
    if (bytes[at] !== OPEN_OBJECT)
      throw this.#problem(`has a row of ${this.#table} that is no object`)
    const end = valueEnd(bytes, at)
    if (end === undefined) return undefined
    if (this.#isWanted) {
      // An object, by its first byte.
      const fields = this.#parse(bytes, at, end) as Record<string, unknown>
      this.#rows.push({ table: this.#table, fields })
    }
    return this.#go('after row', end)
  }

  #parse(bytes: Buffer, at: number, end: number): unknown {
    try {
      return JSON.parse(bytes.toString('utf8', at, end))
    } catch (cause) {
      throw this.#problem(`is not JSON in ${this.#table}`, cause)
    }
  }

  #problem(what: string, cause?: unknown): ArchiveProblem {
    return new ArchiveProblem(`${this.#name} ${what}`, { cause })
  }
}

function afterSpace(bytes: Buffer, from: number): number {
  let at = from
  for (let byte = bytes[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;) {
    at += 1
    byte = bytes[at]
  }
  return at
}

/** The position after a value; nothing when its end is not there. */
function valueEnd(bytes: Buffer, from: number): number | undefined {
  const first = bytes[from]
  if (first === QUOTE) return stringEnd(bytes, from)
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) return scalarEnd(bytes, from)
  let depth = 0
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at)
      if (end === undefined) return undefined
      at = end - 1
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function scalarEnd(bytes: Buffer, from: number): number | undefined {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST) return at
  }
  return undefined
}

/** A quote ends a string unless an odd number of backslashes stands before it. */
function stringEnd(bytes: Buffer, from: number): number | undefined {
  for (let at = from; ;) {
    at = bytes.indexOf(QUOTE, at + 1)
    if (at === -1) return undefined
    let before = at - 1
    while (bytes[before] === BACKSLASH) before -= 1
    if ((at - before) % 2 === 1) return at + 1
  }
}
