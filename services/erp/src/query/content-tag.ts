import { createHash } from 'node:crypto'

/** The entity tag of a text without a version of its own. */
export function contentTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}
