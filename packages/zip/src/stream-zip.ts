import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

import {
  CENTRAL_BYTES,
  DOS_EPOCH,
  END_BYTES,
  FLAG_DESCRIPTOR,
  LOCAL_BYTES,
  METHOD_DEFLATED,
  writeCentralRecord,
  writeEnd,
  writeLocalHeader,
  type ZipHeader,
} from './zip-format.ts'

/** An entry of an archive: its name and its text, or its bytes, made while it is written. */
export type StreamedEntry = {
  readonly name: string
  readonly text: AsyncIterable<string | Uint8Array>
}

type Written = { readonly name: Buffer; readonly offset: number } & {
  -readonly [Field in keyof ZipHeader]: ZipHeader[Field]
}

// Fast and good: a worksheet shrinks to a tenth at any level.
const LEVEL = 3
const NOTHING_YET: ZipHeader = {
  method: METHOD_DEFLATED,
  dosTime: DOS_EPOCH,
  crc: 0,
  compressedBytes: 0,
  sizeBytes: 0,
}

/**
 * A ZIP archive as a stream of bytes, in memory that does not grow with it. Each entry must stay below 4 GiB.
 * @source APPNOTE.TXT of PKWARE, 4.3
 */
export async function* zipBytes(entries: AsyncIterable<StreamedEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, text } of entries) {
    const entry: Written = { ...NOTHING_YET, name: Buffer.from(name), offset }
    const header = localHeader(entry)
    yield header
    for await (const chunk of deflated(text, entry)) {
      entry.compressedBytes += chunk.length
      yield chunk
    }
    const descriptor = dataDescriptor(entry)
    yield descriptor
    offset += header.length + entry.compressedBytes + descriptor.length
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(centralRecord))
  yield directory
  const end = Buffer.alloc(END_BYTES)
  writeEnd(end, 0, { count: written.length, size: directory.length, offset })
  yield end
}

async function* deflated(text: StreamedEntry['text'], entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: LEVEL })
  // A failure of the source destroys the stream, where the loop below meets it.
  pipeline(Readable.from(counted(text, entry)), deflate, () => undefined)
  for await (const chunk of deflate) yield chunk as Buffer
}

async function* counted(text: StreamedEntry['text'], entry: Written): AsyncGenerator<Uint8Array> {
  for await (const piece of text) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    entry.crc = crc32(bytes, entry.crc)
    entry.sizeBytes += bytes.length
    yield bytes
  }
}

function localHeader(entry: Written): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES + entry.name.length)
  writeLocalHeader(header, 0, entry, { name: entry.name, flags: FLAG_DESCRIPTOR })
  return header
}

function dataDescriptor({ crc, compressedBytes, sizeBytes }: Written): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(compressedBytes, 8)
  descriptor.writeUInt32LE(sizeBytes, 12)
  return descriptor
}

function centralRecord(entry: Written): Buffer {
  const { name, offset } = entry
  const record = Buffer.alloc(CENTRAL_BYTES + name.length)
  writeCentralRecord(record, 0, entry, { name, offset, flags: FLAG_DESCRIPTOR })
  return record
}
