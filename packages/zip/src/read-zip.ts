import { crc32, inflateRawSync } from 'node:zlib'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { NewEntry } from './write-zip.ts'
import {
  findDirectory,
  localBytes,
  locateData,
  readRecords,
  TAIL_BYTES,
  unreadable,
  type DataSpan,
  type DirectoryPlace,
  type ZipRecord,
} from './zip-directory.ts'
import { METHOD_DEFLATED } from './zip-format.ts'
import type { ZipProblem, ZipProblemKind } from './zip-problem.ts'

/** One file of the archive, still compressed: `compressed` is a view into the archive, not a copy. */
export type ZipEntry = NewEntry & { readonly compressed: Buffer }

export type ZipLimits = {
  readonly maxEntries: number
  readonly maxPartBytes: number
  readonly maxTotalBytes: number
  /** Uncompressed over compressed size, checked for parts above 32 MiB. */
  readonly maxRatio: number
}

// The ratio means something only above this size: tables that a program wrote, and pictures of one colour, compress
// several hundredfold, and below it the limits on parts and sums are enough.
const RATIO_FROM_BYTES = 32 * 1024 * 1024

/**
 * Reads the list of an archive's entries without inflating any. Everything declared is first checked against the
 * archive and the limits, so that later code may trust it.
 * @source docs/security.md, "Zip"
 */
export function readZip(
  archive: Buffer,
  limits: ZipLimits,
): Result<readonly ZipEntry[], ZipProblem> {
  const tail = archive.subarray(Math.max(0, archive.length - TAIL_BYTES))
  const place = findDirectory(tail, archive.length)
  if (!place.ok) return place
  const { count, offset, endOffset } = place.value
  if (count > limits.maxEntries) return fail({ kind: 'too-many-entries', entry: '' })
  const sum = { bytes: 0 }
  const taken = readRecords(archive.subarray(offset, endOffset), count, (record) => {
    const entry = takeEntry(archive, record, { place: place.value, limits })
    if (!entry.ok) return entry
    sum.bytes += record.sizeBytes
    return sum.bytes > limits.maxTotalBytes ? fail('archive-too-large') : entry
  })
  if (!taken.ok) return taken
  if (hasOverlap(taken.value)) return fail({ kind: 'overlap', entry: '' })
  return ok(taken.value.map(({ entry }) => entry))
}

/** An entry with the bytes that it takes in the archive, its local header included. */
type TakenEntry = { readonly entry: ZipEntry; readonly start: number; readonly end: number }

function takeEntry(
  archive: Buffer,
  record: ZipRecord,
  { place, limits }: { readonly place: DirectoryPlace; readonly limits: ZipLimits },
): Result<TakenEntry, ZipProblemKind> {
  const problem = nameProblem(record.name) ?? unreadable(record) ?? sizeProblem(record, limits)
  if (problem !== undefined) return fail(problem)
  const { name, method, dosTime, crc, compressedBytes, sizeBytes, localOffset } = record
  const local = archive.subarray(localOffset, localOffset + localBytes(record))
  const data = locateData(local, record, place)
  if (data === undefined) return fail('damaged-entry')
  const compressed = archive.subarray(data.start, data.end)
  return ok({
    entry: { name, method, dosTime, crc, compressedBytes, sizeBytes, compressed },
    start: localOffset,
    end: data.end,
  })
}

function nameProblem(name: string): ZipProblemKind | undefined {
  if (name === '' || name.includes('\0') || name.includes('\\') || name.includes('\uFFFD'))
    return 'bad-name'
  const isAbsolute = name.startsWith('/') || /^[a-z]:/i.test(name)
  return isAbsolute || name.split('/').some((part) => part === '..' || part === '.')
    ? 'outside'
    : undefined
}

function sizeProblem(record: ZipRecord, limits: ZipLimits): ZipProblemKind | undefined {
  const { compressedBytes, sizeBytes } = record
  if (sizeBytes > limits.maxPartBytes) return 'entry-too-large'
  return sizeBytes > RATIO_FROM_BYTES && sizeBytes > compressedBytes * limits.maxRatio
    ? 'compressed-too-much'
    : undefined
}

function hasOverlap(spans: readonly DataSpan[]): boolean {
  let lastEnd = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < lastEnd) return true
    lastEnd = end
  }
  return false
}

/**
 * The bytes of an entry. Inflating stops at the declared size, and the declared checksum must match: a part that
 * unpacks to anything else than declared is refused.
 */
export function inflateEntry(entry: ZipEntry): Result<Buffer, ZipProblem> {
  const content = inflated(entry)
  return content === undefined || content.length !== entry.sizeBytes || crc32(content) !== entry.crc
    ? fail({ kind: 'damaged-entry', entry: entry.name })
    : ok(content)
}

function inflated({ method, compressed, sizeBytes }: ZipEntry): Buffer | undefined {
  if (method !== METHOD_DEFLATED) return compressed
  try {
    // zlib refuses a bound of 0, and an empty part still has a compressed form.
    return inflateRawSync(compressed, { maxOutputLength: Math.max(1, sizeBytes) })
  } catch {
    return undefined
  }
}
