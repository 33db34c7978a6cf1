import { crc32, deflateRawSync } from 'node:zlib'
import { METHOD_DEFLATED, METHOD_STORED, type ZipEntry } from './zip-read.ts'

const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const VERSION = 20
const FLAG_UTF8 = 0x800
// 1 January 1980, the first day that the format knows: a new entry carries no clock.
export const DOS_EPOCH = 0x00210000
// Below this deflate saves less than its set-up of some 20 µs is worth.
const STORE_BELOW_BYTES = 512

/** Entries written once and copied whole into every archive that begins with them. */
export type ZipPrefix = {
  readonly local: Buffer
  readonly central: Buffer
  readonly count: number
}

/** What an archive is made of after its prefix. */
export type NewEntry = Pick<ZipEntry, 'name' | 'method' | 'dosTime' | 'crc' | 'sizeBytes'> & {
  readonly compressed: Uint8Array
}

/** Packs unchanged entries, as they lie, into one block with its part of the directory. */
export function buildPrefix(entries: readonly NewEntry[]): ZipPrefix {
  const local: Uint8Array[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8')
    const header = Buffer.allocUnsafe(LOCAL_BYTES + name.length)
    writeLocalHeader(header, 0, entry, name)
    const record = Buffer.allocUnsafe(CENTRAL_BYTES + name.length)
    writeCentralRecord(record, 0, { entry, name, offset })
    local.push(header, entry.compressed)
    central.push(record)
    offset += header.length + entry.compressed.length
  }
  return { local: Buffer.concat(local), central: Buffer.concat(central), count: entries.length }
}

/** An archive of the prefix followed by `entries`. */
export function assembleZip(prefix: ZipPrefix, entries: readonly NewEntry[]): Buffer {
  const names = entries.map((entry) => Buffer.from(entry.name, 'utf8'))
  let localBytes = prefix.local.length
  let centralBytes = prefix.central.length
  entries.forEach((entry, i) => {
    const nameBytes = names[i]?.length ?? 0
    localBytes += LOCAL_BYTES + nameBytes + entry.compressed.length
    centralBytes += CENTRAL_BYTES + nameBytes
  })
  // Every byte is written below; zeroing first would touch the memory twice.
  const archive = Buffer.allocUnsafeSlow(localBytes + centralBytes + END_BYTES)
  archive.set(prefix.local, 0)
  archive.set(prefix.central, localBytes)
  let local = prefix.local.length
  let central = localBytes + prefix.central.length
  entries.forEach((entry, i) => {
    const name = names[i] ?? Buffer.alloc(0)
    writeCentralRecord(archive, central, { entry, name, offset: local })
    writeLocalHeader(archive, local, entry, name)
    archive.set(entry.compressed, local + LOCAL_BYTES + name.length)
    central += CENTRAL_BYTES + name.length
    local += LOCAL_BYTES + name.length + entry.compressed.length
  })
  writeEnd(archive, central, {
    count: prefix.count + entries.length,
    size: centralBytes,
    offset: localBytes,
  })
  return archive
}

/** An entry of XML: deflated, or stored where deflate would not pay. `content` may be overwritten afterwards. */
export function textEntry(
  name: string,
  content: Uint8Array,
  dosTime: number,
  level: number,
): NewEntry {
  if (level === 0 || content.length < STORE_BELOW_BYTES)
    return storedEntry(name, Buffer.from(content), dosTime)
  return {
    name,
    dosTime,
    method: METHOD_DEFLATED,
    crc: crc32(content),
    sizeBytes: content.length,
    compressed: deflateRawSync(content, { level }),
  }
}

/** An entry kept as it is, for content that is compressed already. */
export function storedEntry(name: string, content: Uint8Array, dosTime: number): NewEntry {
  return {
    name,
    dosTime,
    method: METHOD_STORED,
    crc: crc32(content),
    sizeBytes: content.length,
    compressed: content,
  }
}

function writeLocalHeader(target: Buffer, at: number, entry: NewEntry, name: Buffer): void {
  target.writeUInt32LE(0x04034b50, at)
  target.writeUInt16LE(VERSION, at + 4)
  target.writeUInt16LE(FLAG_UTF8, at + 6)
  target.writeUInt16LE(entry.method, at + 8)
  target.writeUInt32LE(entry.dosTime, at + 10)
  target.writeUInt32LE(entry.crc, at + 14)
  target.writeUInt32LE(entry.compressed.length, at + 18)
  target.writeUInt32LE(entry.sizeBytes, at + 22)
  target.writeUInt16LE(name.length, at + 26)
  target.writeUInt16LE(0, at + 28)
  target.set(name, at + LOCAL_BYTES)
}

type CentralRecord = { readonly entry: NewEntry; readonly name: Buffer; readonly offset: number }

function writeCentralRecord(target: Buffer, at: number, record: CentralRecord): void {
  const { entry, name, offset } = record
  target.writeUInt32LE(0x02014b50, at)
  target.writeUInt16LE(VERSION, at + 4)
  target.writeUInt16LE(VERSION, at + 6)
  target.writeUInt16LE(FLAG_UTF8, at + 8)
  target.writeUInt16LE(entry.method, at + 10)
  target.writeUInt32LE(entry.dosTime, at + 12)
  target.writeUInt32LE(entry.crc, at + 16)
  target.writeUInt32LE(entry.compressed.length, at + 20)
  target.writeUInt32LE(entry.sizeBytes, at + 24)
  target.writeUInt16LE(name.length, at + 28)
  // Extra field, comment, disk, internal and external attributes: none.
  target.fill(0, at + 30, at + 42)
  target.writeUInt32LE(offset, at + 42)
  target.set(name, at + CENTRAL_BYTES)
}

function writeEnd(
  target: Buffer,
  at: number,
  directory: { readonly count: number; readonly size: number; readonly offset: number },
): void {
  target.writeUInt32LE(0x06054b50, at)
  target.writeUInt32LE(0, at + 4)
  target.writeUInt16LE(directory.count, at + 8)
  target.writeUInt16LE(directory.count, at + 10)
  target.writeUInt32LE(directory.size, at + 12)
  target.writeUInt32LE(directory.offset, at + 16)
  target.writeUInt16LE(0, at + 20)
}
