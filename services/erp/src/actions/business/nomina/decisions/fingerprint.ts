import { createHash } from 'node:crypto'

/**
 * What a value says, in 64 characters: two values that say the same have the same one. Maps are taken as their entries in
 * the order of their keys, whole numbers of any size as their digits.
 */
export function fingerprint(value: unknown): string {
  const text = JSON.stringify(value, (_key, found: unknown) => {
    if (typeof found === 'bigint') return String(found)
    if (!(found instanceof Map)) return found
    const entries: readonly (readonly [unknown, unknown])[] = [...found]
    return entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  })
  return createHash('sha256').update(text).digest('hex')
}
