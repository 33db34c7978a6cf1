import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { readEnd, type DirectoryPlace, type FoundEnd, type ZipRecord } from './zip-directory.ts'
import { IN_ZIP64, IN_ZIP64_SHORT, type ZipEnd } from './zip-format.ts'
import type { ZipProblem, ZipProblemKind } from './zip-problem.ts'

const LOCATOR_SIGNATURE = 0x07064b50
const LOCATOR_BYTES = 20
const END64_SIGNATURE = 0x06064b50
/** The record that says where the directory of a large archive is, as far as it is read. */
export const END64_BYTES = 56
// The extra field that holds what is too large for the fields of a record.
const EXTRA_ZIP64 = 0x0001

const damagedEnd = () => fail<ZipProblem>({ kind: 'damaged-end', entry: '' })

/**
 * Where the record of a large archive begins that says where its directory is.
 * @source APPNOTE.TXT of PKWARE, 4.3.15
 */
export function locateEnd64(tail: Buffer, { at, endAt }: FoundEnd): Result<number, ZipProblem> {
  const locator = at - LOCATOR_BYTES
  if (locator < 0 || tail.readUInt32LE(locator) !== LOCATOR_SIGNATURE) return damagedEnd()
  if (tail.readUInt32LE(locator + 4) !== 0 || tail.readUInt32LE(locator + 16) > 1)
    return fail({ kind: 'several-volumes', entry: '' })
  const position = safeNumber(tail, locator + 8)
  const isBefore = position !== undefined && position + END64_BYTES <= endAt - LOCATOR_BYTES
  return isBefore ? ok(position) : damagedEnd()
}

/**
 * The place of a large archive's directory. What both records of the end say must be the same: readers that trust
 * different ones would see different archives.
 * @source APPNOTE.TXT of PKWARE, 4.3.14
 */
export function readEnd64(
  record: Buffer,
  recordAt: number,
  { tail, found }: { readonly tail: Buffer; readonly found: FoundEnd },
): Result<DirectoryPlace, ZipProblem> {
  if (record.length < END64_BYTES || record.readUInt32LE(0) !== END64_SIGNATURE) return damagedEnd()
  if (record.readUInt32LE(16) !== 0 || record.readUInt32LE(20) !== 0)
    return fail({ kind: 'several-volumes', entry: '' })
  const [here, count, size, offset] = [24, 32, 40, 48].map((at) => safeNumber(record, at))
  if (count === undefined || size === undefined || offset === undefined || here !== count)
    return damagedEnd()
  const isSame = agree(readEnd(tail, found.at), { count, size, offset })
  return isSame && offset + size <= recordAt
    ? ok({ count, offset, endOffset: offset + size })
    : damagedEnd()
}

function agree(short: ZipEnd, long: ZipEnd): boolean {
  return (
    isSaid(short.count, long.count, IN_ZIP64_SHORT) &&
    isSaid(short.size, long.size, IN_ZIP64) &&
    isSaid(short.offset, long.offset, IN_ZIP64)
  )
}

function isSaid(short: number, long: number, marker: number): boolean {
  return short === marker || short === long
}

/** The record with the sizes and the offset that stand in its extra field. */
export function withExtra(record: ZipRecord): Result<ZipRecord, ZipProblemKind> {
  const { sizeBytes, compressedBytes, localOffset } = record
  if (![sizeBytes, compressedBytes, localOffset].includes(IN_ZIP64)) return ok(record)
  const field = zip64Field(record.extra)
  if (field === undefined) return fail('damaged-directory')
  let at = 0
  const next = (value: number) => {
    if (value !== IN_ZIP64) return value
    at += 8
    return at > field.length ? undefined : safeNumber(field, at - 8)
  }
  // In this order, and only those that are not in the record itself.
  const [size, compressed, offset] = [next(sizeBytes), next(compressedBytes), next(localOffset)]
  return size === undefined || compressed === undefined || offset === undefined
    ? fail('damaged-directory')
    : ok({ ...record, sizeBytes: size, compressedBytes: compressed, localOffset: offset })
}

function zip64Field(extra: Buffer): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (end > extra.length) return undefined
    if (extra.readUInt16LE(at) === EXTRA_ZIP64) return extra.subarray(at + 4, end)
    at = end
  }
  return undefined
}

function safeNumber(bytes: Buffer, at: number): number | undefined {
  const value = bytes.readBigUInt64LE(at)
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : undefined
}
