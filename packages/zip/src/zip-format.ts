/** Signatures and sizes of the format. @source APPNOTE.TXT of PKWARE, 4.3 */
export const LOCAL_SIGNATURE = 0x04034b50
export const CENTRAL_SIGNATURE = 0x02014b50
export const END_SIGNATURE = 0x06054b50
export const LOCAL_BYTES = 30
export const CENTRAL_BYTES = 46
export const END_BYTES = 22
export const MAX_COMMENT_BYTES = 0xffff
/** A size or offset with this value is stored in the extension for large files. */
export const IN_ZIP64 = 0xffffffff
/** The same of a number of entries. */
export const IN_ZIP64_SHORT = 0xffff

export const METHOD_STORED = 0
export const METHOD_DEFLATED = 8

// 1 January 1980, the first day that the format knows: new entries carry no time.
export const DOS_EPOCH = 0x00210000

const VERSION = 20
const FLAG_UTF8 = 0x800

/** Sizes and checksum follow the data, since they are known only then. */
export const FLAG_DESCRIPTOR = 0x8

/** What an entry's headers say of it. */
export type ZipHeader = {
  readonly method: number
  /** DOS time in the low and DOS date in the high 16 bits. */
  readonly dosTime: number
  readonly crc: number
  readonly compressedBytes: number
  readonly sizeBytes: number
}

export function writeLocalHeader(
  target: Buffer,
  at: number,
  entry: ZipHeader,
  of: { readonly name: Buffer; readonly flags?: number },
): void {
  target.writeUInt32LE(LOCAL_SIGNATURE, at)
  target.writeUInt16LE(VERSION, at + 4)
  writeHeader(target, at + 6, entry, of)
  target.writeUInt16LE(0, at + 28)
  target.set(of.name, at + LOCAL_BYTES)
}

/** `offset` is where the entry's local header stands in the archive. */
export function writeCentralRecord(
  target: Buffer,
  at: number,
  entry: ZipHeader,
  of: { readonly name: Buffer; readonly offset: number; readonly flags?: number },
): void {
  target.writeUInt32LE(CENTRAL_SIGNATURE, at)
  target.writeUInt16LE(VERSION, at + 4)
  target.writeUInt16LE(VERSION, at + 6)
  writeHeader(target, at + 8, entry, of)
  // Extra field, comment, disk, internal and external attributes: none.
  target.fill(0, at + 30, at + 42)
  target.writeUInt32LE(of.offset, at + 42)
  target.set(of.name, at + CENTRAL_BYTES)
}

/** What both headers share, in the same order. */
function writeHeader(
  target: Buffer,
  at: number,
  entry: ZipHeader,
  { name, flags = 0 }: { readonly name: Buffer; readonly flags?: number },
): void {
  target.writeUInt16LE(FLAG_UTF8 | flags, at)
  target.writeUInt16LE(entry.method, at + 2)
  target.writeUInt32LE(entry.dosTime, at + 4)
  target.writeUInt32LE(entry.crc, at + 8)
  target.writeUInt32LE(entry.compressedBytes, at + 12)
  target.writeUInt32LE(entry.sizeBytes, at + 16)
  target.writeUInt16LE(name.length, at + 20)
}

export type ZipEnd = { readonly count: number; readonly size: number; readonly offset: number }

/** The record that says where the directory is. */
export function writeEnd(target: Buffer, at: number, { count, size, offset }: ZipEnd): void {
  target.writeUInt32LE(END_SIGNATURE, at)
  target.writeUInt32LE(0, at + 4)
  target.writeUInt16LE(count, at + 8)
  target.writeUInt16LE(count, at + 10)
  target.writeUInt32LE(size, at + 12)
  target.writeUInt32LE(offset, at + 16)
  target.writeUInt16LE(0, at + 20)
}
