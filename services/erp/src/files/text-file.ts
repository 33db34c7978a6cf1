import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** The encoding of a text file, as spreadsheets write CSV. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'windows-1252'

const CHUNK_BYTES = 64 * 1024

/**
 * The encoding of a text file: what its byte order mark says, else UTF-8 if all of it is valid, else Windows-1252, in
 * which Excel saves CSV unless told to use UTF-8.
 */
export async function textEncoding(path: string): Promise<TextEncoding> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0)
    if (bytesRead >= 2 && buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le'
  } finally {
    await file.close()
  }
  // A character that is split between two chunks is kept for the next one.
  const held = { bytes: Buffer.alloc(0) }
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    const bytes = Buffer.concat([held.bytes, chunk as Buffer])
    const end = wholeCharacters(bytes)
    if (!isUtf8(bytes.subarray(0, end))) return 'windows-1252'
    held.bytes = bytes.subarray(end)
  }
  return held.bytes.length === 0 ? 'utf-8' : 'windows-1252'
}

/** The length of the bytes without an incomplete character at their end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return back < length ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

/** The text of a file in pieces, without its byte order mark. */
export async function* readText(path: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
