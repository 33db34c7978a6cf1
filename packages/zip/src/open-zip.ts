import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'

import { fail, type Result } from '@oficina/kit/result.ts'

import {
  findDirectory,
  findEnd,
  localBytes,
  locateData,
  readRecords,
  TAIL_BYTES,
  unreadable,
  type DirectoryPlace,
  type ZipRecord,
} from './zip-directory.ts'
import { METHOD_DEFLATED } from './zip-format.ts'
import type { ZipProblem, ZipProblemKind } from './zip-problem.ts'
import { END64_BYTES, locateEnd64, readEnd64, withExtra } from './zip64.ts'

/** A ZIP archive in a file, whose entries are read one by one, as streams. */
export type ZipFile = {
  readonly names: readonly string[]
  /**
   * The bytes of an entry, in constant memory. An entry that unpacks to anything else than declared fails at its end,
   * so the reader must be able to undo what it did.
   * @throws ZipFailure also when there is no such entry
   */
  read(name: string): AsyncIterable<Buffer>
  close(): Promise<void>
}

/** An archive that cannot be read; may be thrown in the middle of a stream. */
export class ZipFailure extends Error {
  readonly problem: ZipProblem | { readonly kind: 'no-entry'; readonly entry: string }

  constructor(problem: ZipFailure['problem']) {
    super(`The archive cannot be read: ${problem.kind}.`)
    this.name = 'ZipFailure'
    this.problem = problem
  }
}

// Far more than a workbook has; a directory of millions of entries is an attack.
const MAX_DIRECTORY_BYTES = 8 * 1024 * 1024

export type OpenLimits = { readonly maxDirectoryBytes: number }

/** Opens a ZIP archive, of any size. @throws ZipFailure when the file is not one */
export async function openZip(
  path: string,
  { maxDirectoryBytes }: OpenLimits = { maxDirectoryBytes: MAX_DIRECTORY_BYTES },
): Promise<ZipFile> {
  const file = await open(path)
  try {
    const place = await findPlace(file)
    if (place.endOffset - place.offset > maxDirectoryBytes)
      throw new ZipFailure({ kind: 'too-many-entries', entry: '' })
    const records = await recordsByName(file, place)
    return {
      names: [...records.keys()],
      read: (name) => readEntry(file, place, recordOf(records, name)),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function findPlace(file: FileHandle): Promise<DirectoryPlace> {
  const { size } = await file.stat()
  const tailBytes = Math.min(size, TAIL_BYTES)
  const tail = await readBytes(file, size - tailBytes, tailBytes)
  const place = findDirectory(tail, size)
  if (place.ok) return place.value
  return valueOf(place.error.kind === 'zip64' ? await findPlace64(file, tail, size) : place)
}

async function findPlace64(
  file: FileHandle,
  tail: Buffer,
  size: number,
): Promise<Result<DirectoryPlace, ZipProblem>> {
  const found = findEnd(tail, size)
  if (found === undefined) return fail({ kind: 'no-archive', entry: '' })
  const position = locateEnd64(tail, found)
  if (!position.ok) return position
  const record = await readBytes(file, position.value, END64_BYTES)
  return readEnd64(record, position.value, { tail, found })
}

function valueOf<T>(result: Result<T, ZipProblem>): T {
  if (!result.ok) throw new ZipFailure(result.error)
  return result.value
}

async function recordsByName(
  file: FileHandle,
  { count, offset, endOffset }: DirectoryPlace,
): Promise<ReadonlyMap<string, ZipRecord>> {
  const directory = await readBytes(file, offset, endOffset - offset)
  const records = valueOf(readRecords(directory, count, withExtra))
  return new Map(records.map((record) => [record.name, record]))
}

function recordOf(records: ReadonlyMap<string, ZipRecord>, name: string): ZipRecord {
  const record = records.get(name)
  if (record === undefined) throw new ZipFailure({ kind: 'no-entry', entry: name })
  return record
}

async function* readEntry(
  file: FileHandle,
  place: DirectoryPlace,
  record: ZipRecord,
): AsyncGenerator<Buffer> {
  const problem = unreadable(record)
  if (problem !== undefined) throw failure(problem, record)
  const local = await readBytes(file, record.localOffset, localBytes(record))
  const data = locateData(local, record, place)
  if (data === undefined) throw failure('damaged-entry', record)
  // A stream cannot end before it begins; an empty entry is checked all the same.
  if (data.start === data.end) return yield* checked([], record)
  const raw = Readable.from(span(file, data.start, data.end), { objectMode: false })
  yield* checked(record.method === METHOD_DEFLATED ? inflated(raw) : raw, record)
}

// As much as a stream of a file reads at once.
const SPAN_BYTES = 64 * 1024

/** Not the file's own stream: each of those listens to the file until it is closed, which thousands of entries must not. */
async function* span(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const bytes = await readBytes(file, at, Math.min(SPAN_BYTES, end - at))
    if (bytes.length === 0) return
    yield bytes
    at += bytes.length
  }
}

function inflated(raw: Readable): Readable {
  const inflate = createInflateRaw()
  raw.on('error', (error) => inflate.destroy(error))
  return raw.pipe(inflate)
}

/** The chunks unchanged, checked against the declared size and checksum. */
async function* checked(
  chunks: Readable | readonly Buffer[],
  record: ZipRecord,
): AsyncGenerator<Buffer> {
  const seen = { bytes: 0, crc: 0 }
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      seen.bytes += chunk.length
      if (seen.bytes > record.sizeBytes) throw failure('damaged-entry', record)
      seen.crc = crc32(chunk, seen.crc)
      yield chunk
    }
  } catch (error) {
    const isZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isZlib ? failure('damaged-entry', record) : error
  }
  if (seen.bytes !== record.sizeBytes || seen.crc !== record.crc)
    throw failure('damaged-entry', record)
}

function failure(kind: ZipProblemKind, { name }: ZipRecord): ZipFailure {
  return new ZipFailure({ kind, entry: name })
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
