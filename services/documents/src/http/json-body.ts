import { ApiError, invalidInput } from '../errors.ts'
import type { JsonBody } from './context.ts'

/** 1 MB: docs/contract/documents.md, Limits, "JSON body of POST /render". */
export const MAX_JSON_BYTES = 1_048_576

// Deeper data is an attack on whatever walks it; templates nest a handful of levels.
const MAX_DEPTH = 200

/** Parses a JSON body. @throws ApiError INVALID_INPUT */
export function parseJsonBody(bytes: Buffer): JsonBody {
  const text = bytes.toString('utf8').replace(/^\u{feff}/u, '')
  if (depthOf(text) > MAX_DEPTH) {
    throw invalidInput([
      { path: [], message: `the body must not nest deeper than ${MAX_DEPTH} levels` },
    ])
  }
  return { value: parse(text), sizeBytes: bytes.length }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput([{ path: [], message: 'the body must be valid JSON' }])
  }
}

/** How deep brackets nest outside of texts, found without recursion. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') {
      depth += 1
      deepest = Math.max(deepest, depth)
    } else if (token === ']' || token === '}') depth -= 1
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

export function sizeOf(body: unknown): number {
  return ((body ?? { sizeBytes: 0 }) as JsonBody).sizeBytes
}

export function payloadTooLarge(limit: string): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit}.`)
}
