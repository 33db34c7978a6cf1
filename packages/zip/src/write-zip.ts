import { crc32, deflateRawSync } from 'node:zlib'

import {
  CENTRAL_BYTES,
  END_BYTES,
  LOCAL_BYTES,
  METHOD_DEFLATED,
  METHOD_STORED,
  writeCentralRecord,
  writeEnd,
  writeLocalHeader,
  type ZipHeader,
} from './zip-format.ts'

// Below this deflate saves less than its set-up of some 20 µs is worth.
const STORE_BELOW_BYTES = 512

/** Entries written once and copied whole into every archive that begins with them. */
export type ZipPrefix = {
  readonly local: Buffer
  readonly central: Buffer
  readonly count: number
}

/** What an archive is made of after its prefix. */
export type NewEntry = ZipHeader & { readonly name: string; readonly compressed: Uint8Array }

/** Packs unchanged entries, as they lie, into one block with its part of the directory. */
export function buildPrefix(entries: readonly NewEntry[]): ZipPrefix {
  const local: Uint8Array[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8')
    const header = Buffer.allocUnsafe(LOCAL_BYTES + name.length)
    writeLocalHeader(header, 0, entry, { name })
    const record = Buffer.allocUnsafe(CENTRAL_BYTES + name.length)
    writeCentralRecord(record, 0, entry, { name, offset })
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
    writeCentralRecord(archive, central, entry, { name, offset: local })
    writeLocalHeader(archive, local, entry, { name })
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

/** An entry that compresses well: deflated, or stored where deflate would not pay. `content` may be overwritten afterwards. */
export function textEntry(
  name: string,
  content: Uint8Array,
  dosTime: number,
  level: number,
): NewEntry {
  if (level === 0 || content.length < STORE_BELOW_BYTES)
    return storedEntry(name, Buffer.from(content), dosTime)
  const compressed = deflateRawSync(content, { level })
  return {
    name,
    dosTime,
    method: METHOD_DEFLATED,
    crc: crc32(content),
    compressedBytes: compressed.length,
    sizeBytes: content.length,
    compressed,
  }
}

/** An entry kept as it is, for content that is compressed already. */
export function storedEntry(name: string, content: Uint8Array, dosTime: number): NewEntry {
  return {
    name,
    dosTime,
    method: METHOD_STORED,
    crc: crc32(content),
    compressedBytes: content.length,
    sizeBytes: content.length,
    compressed: content,
  }
}
