import { fail, ok, type Result } from '@oficina/kit/result.ts'

import {
  CENTRAL_BYTES,
  CENTRAL_SIGNATURE,
  END_BYTES,
  END_SIGNATURE,
  IN_ZIP64,
  IN_ZIP64_SHORT,
  LOCAL_BYTES,
  LOCAL_SIGNATURE,
  MAX_COMMENT_BYTES,
  METHOD_DEFLATED,
  METHOD_STORED,
  type ZipEnd,
  type ZipHeader,
} from './zip-format.ts'
import type { ZipProblem, ZipProblemKind } from './zip-problem.ts'

/** This many bytes at the end of an archive are enough to find its directory. */
export const TAIL_BYTES = END_BYTES + MAX_COMMENT_BYTES

const FLAG_ENCRYPTED = 0x1
const FLAG_STRONG_ENCRYPTION = 0x40
const FLAG_MASKED_HEADERS = 0x2000

/** Where an archive's list of entries lies. */
export type DirectoryPlace = {
  readonly count: number
  readonly offset: number
  readonly endOffset: number
}

/** What the directory says of an entry. */
export type ZipRecord = ZipHeader & {
  readonly name: string
  /** The name as it is written. */
  readonly nameBytes: Buffer
  /** Further fields, as they are written. */
  readonly extra: Buffer
  readonly flags: number
  readonly localOffset: number
}

/** Finds the directory of an archive of `archiveBytes` whose last bytes, `TAIL_BYTES` or all, are `tail`. */
export function findDirectory(
  tail: Buffer,
  archiveBytes: number,
): Result<DirectoryPlace, ZipProblem> {
  const found = findEnd(tail, archiveBytes)
  if (found === undefined) return refuse('no-archive')
  const { at, endAt } = found
  const { count, size, offset } = readEnd(tail, at)
  if (count === IN_ZIP64_SHORT || size === IN_ZIP64 || offset === IN_ZIP64) return refuse('zip64')
  if (tail.readUInt16LE(at + 4) !== 0 || tail.readUInt16LE(at + 6) !== 0)
    return refuse('several-volumes')
  if (offset + size > endAt || tail.readUInt16LE(at + 8) !== count) return refuse('damaged-end')
  return ok({ count, offset, endOffset: offset + size })
}

/** Where the record at an archive's end begins: in its last bytes, and in the whole. */
export type FoundEnd = { readonly at: number; readonly endAt: number }

export function findEnd(tail: Buffer, archiveBytes: number): FoundEnd | undefined {
  const lowest = Math.max(0, tail.length - TAIL_BYTES)
  for (let at = tail.length - END_BYTES; at >= lowest; at--) {
    if (tail[at] === 0x50 && tail.readUInt32LE(at) === END_SIGNATURE)
      return { at, endAt: archiveBytes - tail.length + at }
  }
  return undefined
}

/** What the record at an archive's end says of its directory. */
export function readEnd(tail: Buffer, at: number): ZipEnd {
  return {
    count: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  }
}

/** Reads the `count` records of a directory, no two of which have one name, and gives what `take` makes of each. */
export function readRecords<T>(
  directory: Buffer,
  count: number,
  take: (record: ZipRecord) => Result<T, ZipProblemKind>,
): Result<readonly T[], ZipProblem> {
  const all: T[] = []
  const names = new Set<string>()
  let at = 0
  for (let i = 0; i < count; i++) {
    const record = readRecord(directory, at)
    if (record === undefined) return refuse('damaged-directory')
    const { name } = record.value
    const taken = take(record.value)
    if (!taken.ok) return refuse(taken.error, name)
    // Windows and Office ignore case in names: two that differ only in case would be one part.
    const key = name.toLowerCase()
    if (names.has(key)) return refuse('twice', name)
    names.add(key)
    all.push(taken.value)
    at = record.next
  }
  return ok(all)
}

type ReadRecord = { readonly value: ZipRecord; readonly next: number }

function readRecord(directory: Buffer, at: number): ReadRecord | undefined {
  const nameAt = at + CENTRAL_BYTES
  if (nameAt > directory.length || directory.readUInt32LE(at) !== CENTRAL_SIGNATURE)
    return undefined
  const nameEnd = nameAt + directory.readUInt16LE(at + 28)
  const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
  const next = extraEnd + directory.readUInt16LE(at + 32)
  if (next > directory.length) return undefined
  const nameBytes = directory.subarray(nameAt, nameEnd)
  const value: ZipRecord = {
    name: nameBytes.toString('utf8'),
    nameBytes,
    extra: directory.subarray(nameEnd, extraEnd),
    flags: directory.readUInt16LE(at + 8),
    method: directory.readUInt16LE(at + 10),
    dosTime: directory.readUInt32LE(at + 12),
    crc: directory.readUInt32LE(at + 16),
    compressedBytes: directory.readUInt32LE(at + 20),
    sizeBytes: directory.readUInt32LE(at + 24),
    localOffset: directory.readUInt32LE(at + 42),
  }
  return { value, next }
}

/** Why an entry cannot be read at all, as far as the directory tells. */
export function unreadable(record: ZipRecord): ZipProblemKind | undefined {
  const { flags, method, compressedBytes, sizeBytes } = record
  if ((flags & (FLAG_ENCRYPTED | FLAG_STRONG_ENCRYPTION | FLAG_MASKED_HEADERS)) !== 0)
    return 'encrypted'
  if (compressedBytes === IN_ZIP64 || sizeBytes === IN_ZIP64) return 'zip64'
  if (method !== METHOD_STORED && method !== METHOD_DEFLATED) return 'unknown-method'
  if (method === METHOD_STORED && compressedBytes !== sizeBytes) return 'damaged-entry'
  return undefined
}

/** The bytes of an entry in the archive. */
export type DataSpan = { readonly start: number; readonly end: number }

/** How many bytes from `record.localOffset` on `locateData` needs. */
export function localBytes(record: ZipRecord): number {
  return LOCAL_BYTES + record.nameBytes.length
}

/**
 * Where an entry's data lies; undefined when its local header, `local`, differs from the directory: readers that trust
 * different headers would see different parts.
 */
export function locateData(
  local: Buffer,
  record: ZipRecord,
  place: DirectoryPlace,
): DataSpan | undefined {
  const { nameBytes, method, localOffset } = record
  const nameEnd = localBytes(record)
  if (local.length < nameEnd || localOffset + LOCAL_BYTES > place.offset) return undefined
  if (local.readUInt32LE(0) !== LOCAL_SIGNATURE || local.readUInt16LE(8) !== method)
    return undefined
  if (local.readUInt16LE(26) !== nameBytes.length) return undefined
  if (!local.subarray(LOCAL_BYTES, nameEnd).equals(nameBytes)) return undefined
  const start = localOffset + nameEnd + local.readUInt16LE(28)
  const end = start + record.compressedBytes
  return end <= place.offset ? { start, end } : undefined
}

function refuse(kind: ZipProblemKind, entry = ''): Result<never, ZipProblem> {
  return fail({ kind, entry })
}
