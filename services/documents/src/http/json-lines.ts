import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

import { ApiError, invalidInput } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Disk } from '../store/durable-files.ts'
import { MAX_JSON_BYTES, payloadTooLarge } from './json-body.ts'

/** A body of JSON values, one a line, which may be larger than memory. */
export const JSON_LINES = 'application/x-ndjson'
// Ten thousand letters with a page of data each are 40 MB.
const MAX_BYTES = 256 * 1024 * 1024
const NEWLINE = 0x0a

/**
 * Writes a body to the disk as it comes: its sender is not kept waiting until it is worked off.
 * @throws ApiError INVALID_INPUT, PAYLOAD_TOO_LARGE
 */
export async function spool(body: unknown, path: string, disk: Disk): Promise<void> {
  if (!isReadable(body))
    throw invalidInput([
      { path: [], message: say('the body must be %{type}', { type: JSON_LINES }) },
    ])
  // An empty body is a file without lines.
  await disk.append(path, [])
  let size = 0
  for await (const chunk of body) {
    // A request gives nothing but buffers.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > MAX_BYTES) throw payloadTooLarge(MAX_BYTES)
    await disk.append(path, [bytes])
  }
}

function isReadable(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/**
 * The lines of a file, without empty ones.
 * @throws ApiError PAYLOAD_TOO_LARGE for a line that is longer than a body of JSON may be
 */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(path)) {
    // A stream of a file gives nothing but buffers.
    const bytes = chunk as Buffer
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      yield* unlessEmpty(Buffer.concat([...rest, bytes.subarray(from, end)]))
      rest = []
      size = 0
      from = end + 1
    }
    rest.push(bytes.subarray(from))
    size += bytes.length - from
    if (size > MAX_JSON_BYTES) throw lineTooLong()
  }
  yield* unlessEmpty(Buffer.concat(rest))
}

function unlessEmpty(line: Buffer): readonly Buffer[] {
  if (line.length > MAX_JSON_BYTES) throw lineTooLong()
  return /\S/.test(line.toString('latin1', 0, 100)) || line.length > 100 ? [line] : []
}

function lineTooLong(): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    say('A line is longer than %{max} bytes.', { max: MAX_JSON_BYTES }),
  )
}
