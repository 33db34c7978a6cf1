import { createHash, randomInt } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
// 124 bits.
const LENGTH = 24

/** The secret part of a link that works as a key. */
export function newLinkKey(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** The hash by which a link's key is looked up; the key itself is in the mail only. */
export function hashLinkKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
