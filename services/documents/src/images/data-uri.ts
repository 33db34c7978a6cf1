import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ImageReason } from './image-problem.ts'

const DATA_URI = /^data:[^,;]*(?:;[^,;]*)*;base64,/i
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The bytes of a base64 data URI of at most `maxBytes`. */
export function readDataUri(uri: string, maxBytes: number): Result<Buffer, ImageReason> {
  const [head] = DATA_URI.exec(uri) ?? []
  if (head === undefined) return fail('the data URI is not valid base64')
  // White space is removed first: a pattern that allows it anywhere takes quadratic time.
  const text = uri.slice(head.length).replaceAll(/\s+/g, '')
  // Four characters are three bytes: this limits the work before any is done.
  if ((text.length / 4) * 3 > maxBytes * 1.1 + 4) return fail('larger than the limit')
  if (!BASE64.test(text)) return fail('the data URI is not valid base64')
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0) return fail('the data URI is not valid base64')
  return bytes.length > maxBytes ? fail('larger than the limit') : ok(bytes)
}
