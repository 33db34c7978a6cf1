import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { ZipEntry } from '@oficina/zip/read-zip.ts'

import type { Told } from '../messages/say.ts'
import { inflatePart } from './archive.ts'

/** The text of a part, which must be UTF-8. */
export function inflateText(entry: ZipEntry): Result<string, Told> {
  const content = inflatePart(entry)
  if (!content.ok) return content
  const bytes = content.value
  if (
    (bytes[0] === 0xff && bytes[1] === 0xfe) ||
    (bytes[0] === 0xfe && bytes[1] === 0xff) ||
    bytes[1] === 0
  ) {
    return fail('The part is not encoded in UTF-8.')
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return ok(bytes.toString('utf8', hasMark ? 3 : 0))
}

/** The text of the part of this name; undefined when there is none, or when it cannot be read. */
export function partText(entries: ReadonlyMap<string, ZipEntry>, name: string): string | undefined {
  const entry = entries.get(name)
  const text = entry === undefined ? undefined : inflateText(entry)
  return text?.ok === true ? text.value : undefined
}
