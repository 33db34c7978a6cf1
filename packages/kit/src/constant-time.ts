import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Whether two secrets are equal, in a time that tells nothing about where they differ.
 * Both are hashed first, because the comparison itself needs equal lengths and a length is a hint too.
 */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected))
}

function sha256(value: string): Buffer {
  return createHash('sha256').update(value, 'utf8').digest()
}
