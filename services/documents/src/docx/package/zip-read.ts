import { crc32, inflateRawSync } from 'node:zlib'
import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { PackageLimits } from './package-limits.ts'

export const METHOD_STORED = 0
export const METHOD_DEFLATED = 8

/** One file of the archive, as it lies: `compressed` is a view into the archive, not a copy. */
export type ZipEntry = {
  readonly name: string
  readonly method: number
  /** DOS time in the low and DOS date in the high 16 bits, kept so that unchanged parts keep their date. */
  readonly dosTime: number
  readonly crc: number
  readonly sizeBytes: number
  readonly compressed: Buffer
}

const END_SIGNATURE = 0x06054b50
const CENTRAL_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const MAX_COMMENT_BYTES = 0xffff
const FLAG_ENCRYPTED = 0x1
const FLAG_STRONG_ENCRYPTION = 0x40
const FLAG_MASKED_HEADERS = 0x2000
// The ratio is only telling above this size: tables that a program wrote, and pictures of one colour, compress several
// hundredfold, and below it the bounds on parts and sums hold anyhow.
const RATIO_FROM_BYTES = 32 * 1024 * 1024

type Directory = { readonly count: number; readonly offset: number; readonly endOffset: number }

/**
 * Reads the list of an archive's entries without inflating any. Everything declared is checked against the
 * archive and the limits first, so that what follows may trust it. The error is a sentence for the template's author.
 * @source docs/security.md, "Zip"
 */
export function readZip(
  archive: Buffer,
  limits: PackageLimits,
): Result<readonly ZipEntry[], string> {
  const directory = findDirectory(archive)
  if (!directory.ok) return directory
  const { count, offset, endOffset } = directory.value
  if (count > limits.maxEntries) return fail(`The file has more than ${limits.maxEntries} entries.`)
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  const spans: [start: number, end: number][] = []
  let position = offset
  let totalBytes = 0
  for (let i = 0; i < count; i++) {
    if (
      position + CENTRAL_BYTES > endOffset ||
      archive.readUInt32LE(position) !== CENTRAL_SIGNATURE
    ) {
      return fail('The list of entries is damaged.')
    }
    const read = readEntry(archive, position, offset, limits)
    if (!read.ok) return read
    const { entry, span, nextPosition } = read.value
    // Windows and Word compare part names without case: two that differ only in case would be one part.
    const key = entry.name.toLowerCase()
    if (names.has(key)) return fail(`The entry ${quote(entry.name)} stands twice.`)
    names.add(key)
    totalBytes += entry.sizeBytes
    if (totalBytes > limits.maxTotalBytes)
      return fail(`The file unpacks to more than ${limits.maxTotalBytes} bytes.`)
    spans.push(span)
    entries.push(entry)
    position = nextPosition
  }
  if (hasOverlap(spans)) return fail('Entries of the file overlap.')
  return ok(entries)
}

function findDirectory(archive: Buffer): Result<Directory, string> {
  if (archive.length >= 8 && archive.readUInt32LE(0) === 0xe011cfd0) {
    return fail(
      'The file is not a .docx but an OLE document: an old .doc, or a document protected by a password.',
    )
  }
  const lowest = Math.max(0, archive.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = archive.length - END_BYTES; at >= lowest; at--) {
    if (archive[at] === 0x50 && archive.readUInt32LE(at) === END_SIGNATURE)
      return readEnd(archive, at)
  }
  return fail('The file is not a .docx: it is no zip archive.')
}

function readEnd(archive: Buffer, at: number): Result<Directory, string> {
  const count = archive.readUInt16LE(at + 10)
  const size = archive.readUInt32LE(at + 12)
  const offset = archive.readUInt32LE(at + 16)
  if (count === 0xffff || size === 0xffffffff || offset === 0xffffffff)
    return fail('The file is a zip64 archive.')
  if (archive.readUInt16LE(at + 4) !== 0 || archive.readUInt16LE(at + 6) !== 0) {
    return fail('The file is one volume of several.')
  }
  if (offset + size > at || archive.readUInt16LE(at + 8) !== count)
    return fail('The end of the file is damaged.')
  return ok({ count, offset, endOffset: offset + size })
}

type ReadEntry = {
  readonly entry: ZipEntry
  readonly span: [start: number, end: number]
  readonly nextPosition: number
}

function readEntry(
  archive: Buffer,
  position: number,
  directoryOffset: number,
  limits: PackageLimits,
): Result<ReadEntry, string> {
  const flags = archive.readUInt16LE(position + 8)
  const method = archive.readUInt16LE(position + 10)
  const compressedBytes = archive.readUInt32LE(position + 20)
  const sizeBytes = archive.readUInt32LE(position + 24)
  const nameBytes = archive.readUInt16LE(position + 28)
  const nextPosition =
    position +
    CENTRAL_BYTES +
    nameBytes +
    archive.readUInt16LE(position + 30) +
    archive.readUInt16LE(position + 32)
  if (nextPosition > archive.length) return fail('The list of entries is damaged.')
  const nameSpan = archive.subarray(position + CENTRAL_BYTES, position + CENTRAL_BYTES + nameBytes)
  const name = nameSpan.toString('utf8')
  const nameProblem = checkName(name)
  if (nameProblem !== undefined) return fail(nameProblem)
  const sizeProblem = checkDeclared(name, { flags, method, compressedBytes, sizeBytes }, limits)
  if (sizeProblem !== undefined) return fail(sizeProblem)
  const localOffset = archive.readUInt32LE(position + 42)
  const data = locateData(archive, {
    localOffset,
    directoryOffset,
    nameSpan,
    method,
    compressedBytes,
  })
  if (data === undefined) return fail(`The entry ${quote(name)} is damaged.`)
  const entry: ZipEntry = {
    name,
    method,
    dosTime: archive.readUInt32LE(position + 12),
    crc: archive.readUInt32LE(position + 16),
    sizeBytes,
    compressed: archive.subarray(data.start, data.end),
  }
  return ok({ entry, span: [localOffset, data.end], nextPosition })
}

function checkName(name: string): string | undefined {
  if (name === '' || name.includes('\0') || name.includes('\\') || name.includes('\uFFFD')) {
    return 'An entry of the file has a name that is not allowed.'
  }
  if (
    name.startsWith('/') ||
    /^[a-z]:/i.test(name) ||
    name.split('/').some((part) => part === '..' || part === '.')
  ) {
    return `The entry ${quote(name)} points outside the file.`
  }
  return undefined
}

type Declared = {
  readonly flags: number
  readonly method: number
  readonly compressedBytes: number
  readonly sizeBytes: number
}

function checkDeclared(
  name: string,
  declared: Declared,
  limits: PackageLimits,
): string | undefined {
  const { flags, method, compressedBytes, sizeBytes } = declared
  if ((flags & (FLAG_ENCRYPTED | FLAG_STRONG_ENCRYPTION | FLAG_MASKED_HEADERS)) !== 0) {
    return `The entry ${quote(name)} is encrypted.`
  }
  if (compressedBytes === 0xffffffff || sizeBytes === 0xffffffff)
    return 'The file is a zip64 archive.'
  if (method !== METHOD_STORED && method !== METHOD_DEFLATED) {
    return `The entry ${quote(name)} is compressed by a method that .docx does not know.`
  }
  if (method === METHOD_STORED && compressedBytes !== sizeBytes)
    return `The entry ${quote(name)} is damaged.`
  if (sizeBytes > limits.maxPartBytes) {
    return `The entry ${quote(name)} unpacks to more than ${limits.maxPartBytes} bytes.`
  }
  if (sizeBytes > RATIO_FROM_BYTES && sizeBytes > compressedBytes * limits.maxRatio) {
    return `The entry ${quote(name)} is compressed more than ${limits.maxRatio} to 1.`
  }
  return undefined
}

type Location = {
  readonly localOffset: number
  readonly directoryOffset: number
  readonly nameSpan: Buffer
  readonly method: number
  readonly compressedBytes: number
}

function locateData(archive: Buffer, at: Location): { start: number; end: number } | undefined {
  const { localOffset, directoryOffset, nameSpan, method, compressedBytes } = at
  if (localOffset + LOCAL_BYTES > directoryOffset) return undefined
  if (archive.readUInt32LE(localOffset) !== LOCAL_SIGNATURE) return undefined
  const localNameBytes = archive.readUInt16LE(localOffset + 26)
  const nameStart = localOffset + LOCAL_BYTES
  // A reader that trusts the local header would see another part than we do.
  if (!archive.subarray(nameStart, nameStart + localNameBytes).equals(nameSpan)) return undefined
  if (archive.readUInt16LE(localOffset + 8) !== method) return undefined
  const start = nameStart + localNameBytes + archive.readUInt16LE(localOffset + 28)
  const end = start + compressedBytes
  return end <= directoryOffset ? { start, end } : undefined
}

function hasOverlap(spans: [start: number, end: number][]): boolean {
  spans.sort((a, b) => a[0] - b[0])
  let lastEnd = 0
  for (const [start, end] of spans) {
    if (start < lastEnd) return true
    lastEnd = end
  }
  return false
}

/**
 * The bytes of an entry. The declared size is an upper bound that inflating is held to, and the declared checksum
 * must hold: a part that unpacks to anything else than declared is refused.
 */
export function inflateEntry(entry: ZipEntry): Result<Buffer, string> {
  let content = entry.compressed
  if (entry.method === METHOD_DEFLATED) {
    try {
      // zlib refuses a bound of 0, and an empty part still has a compressed form.
      content = inflateRawSync(entry.compressed, { maxOutputLength: Math.max(1, entry.sizeBytes) })
    } catch {
      return fail(`The entry ${quote(entry.name)} is damaged.`)
    }
  }
  if (content.length !== entry.sizeBytes || crc32(content) !== entry.crc) {
    return fail(`The entry ${quote(entry.name)} is damaged.`)
  }
  return ok(content)
}

function quote(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name)
}
