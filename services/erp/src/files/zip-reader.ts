import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

import { FileProblem } from './file-problem.ts'

interface Entry {
  readonly method: number
  readonly compressedBytes: number
  readonly bytes: number
  readonly offset: number
}

/** A ZIP archive whose entries are read one by one, as streams. */
export interface ZipReader {
  readonly names: readonly string[]
  /** @throws FileProblem when there is no such entry or it cannot be read */
  read(name: string): AsyncIterable<Buffer>
  close(): Promise<void>
}

const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
const LOCAL_MARK = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
const IN_ZIP64 = 0xffffffff
// Far more than a workbook has; a directory of millions of entries is an attack.
const MAX_DIRECTORY_BYTES = 8 * 1024 * 1024
// A worksheet of a million rows has some hundred megabytes; beyond this it is a bomb.
const MAX_ENTRY_BYTES = 4 * 1024 * 1024 * 1024

/** Opens a ZIP archive. @throws FileProblem when it is none */
export async function openZip(path: string): Promise<ZipReader> {
  const file = await open(path)
  try {
    const entries = await readDirectory(file)
    return {
      names: [...entries.keys()],
      read: (name) => readEntry(file, name, entries.get(name)),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readDirectory(file: FileHandle): Promise<ReadonlyMap<string, Entry>> {
  const { size } = await file.stat()
  const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT_BYTES)
  const tail = await readBytes(file, size - tailBytes, tailBytes)
  const end = lastIndexOfMark(tail)
  if (end < 0) throw new FileProblem('the file is not an XLSX workbook')
  const bytes = tail.readUInt32LE(end + 12)
  const offset = tail.readUInt32LE(end + 16)
  if (offset === IN_ZIP64 || bytes > MAX_DIRECTORY_BYTES) {
    throw new FileProblem('the workbook is too large; save it as CSV')
  }
  const directory = await readBytes(file, offset, bytes)
  const entries = new Map<string, Entry>()
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY_MARK;) {
    const nameBytes = directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes)
    entries.set(name, {
      method: directory.readUInt16LE(at + 10),
      compressedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

function lastIndexOfMark(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === END_MARK) return at
  }
  return -1
}

async function* readEntry(
  file: FileHandle,
  name: string,
  entry: Entry | undefined,
): AsyncGenerator<Buffer> {
  if (entry === undefined) throw new FileProblem(`the workbook has no part ${name}`)
  if (entry.compressedBytes === IN_ZIP64 || entry.bytes === IN_ZIP64) {
    throw new FileProblem('the workbook is too large; save it as CSV')
  }
  const local = await readBytes(file, entry.offset, LOCAL_BYTES)
  if (local.length < LOCAL_BYTES || local.readUInt32LE(0) !== LOCAL_MARK) throw damaged()
  const start = entry.offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
  if (entry.compressedBytes === 0) return
  const raw = file.createReadStream({
    start,
    end: start + entry.compressedBytes - 1,
    autoClose: false,
  })
  if (entry.method === STORED) yield* bounded(raw)
  else if (entry.method === DEFLATED) yield* bounded(inflated(raw))
  else throw damaged()
}

function inflated(raw: Readable): Readable {
  const inflate = createInflateRaw()
  raw.on('error', (error) => inflate.destroy(error))
  return raw.pipe(inflate)
}

async function* bounded(chunks: Readable): AsyncGenerator<Buffer> {
  const seen = { bytes: 0 }
  try {
    for await (const chunk of chunks) {
      seen.bytes += (chunk as Buffer).length
      if (seen.bytes > MAX_ENTRY_BYTES) {
        throw new FileProblem('the workbook is too large; save it as CSV')
      }
      yield chunk as Buffer
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw damaged()
    }
    throw error
  }
}

function damaged(): FileProblem {
  return new FileProblem('the workbook is damaged')
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
