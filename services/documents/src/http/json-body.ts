import { ApiError, invalidInput } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { JsonBody } from './context.ts'

/** 1 MB: docs/contract/documents.md, Limits, "JSON body of POST /render". */
export const MAX_JSON_BYTES = 1_048_576

// Deeper data is an attack on recursive code; templates nest a handful of levels.
const MAX_DEPTH = 200
const SMALL_BYTES = 2 * 1024

/** Parses a JSON body. @throws ApiError INVALID_INPUT */
export function parseJsonBody(bytes: Buffer): JsonBody {
  const text = bytes.toString('utf8').replace(/^\u{feff}/u, '')
  // A small body cannot nest deep enough to overflow anything.
  if (bytes.length > SMALL_BYTES && depthOf(bytes) > MAX_DEPTH) {
    throw invalidInput([
      {
        path: [],
        message: say('the body must not nest deeper than %{max} levels', { max: MAX_DEPTH }),
      },
    ])
  }
  return { value: parse(text), bytes }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput([{ path: [], message: 'the body must be valid JSON' }])
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
// Square brackets and braces differ in this bit only.
const KIND_OF_BRACKET = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/** How deep brackets nest outside strings, in one pass without recursion. */
function depthOf(bytes: Buffer): number {
  let depth = 0
  let deepest = 0
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) isText = !isText
    else if (isText && byte === BACKSLASH) at += 1
    else if (!isText && (byte | KIND_OF_BRACKET) === OPENING) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (!isText && (byte | KIND_OF_BRACKET) === CLOSING) depth -= 1
  }
  return deepest
}

/** The fields of a JSON body that must be an object. @throws ApiError INVALID_INPUT */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  // The content type parsers of this service give a JsonBody or nothing.
  const { value } = (body ?? { value: undefined }) as JsonBody
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value))
  }
  throw invalidInput([{ path: [], message: 'the body must be a JSON object' }])
}

/** The bytes in which a JSON body arrived. */
export function bytesOf(body: unknown): Buffer {
  return ((body ?? { bytes: Buffer.alloc(0) }) as JsonBody).bytes
}

export function payloadTooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    say('The body is larger than %{max} bytes.', { max: maxBytes }),
  )
}
