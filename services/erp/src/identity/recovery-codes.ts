import { createHash, randomBytes } from 'node:crypto'

import { base32 } from './totp.ts'

const CODES = 10
// Ten characters of base32 are fifty bits: nobody guesses one, so a plain hash keeps it.
const BYTES = 7
const LENGTH = 10

/** Codes, each usable once in place of a lost second factor, as `ABCDE-FGHIJ`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, () => {
    const text = base32(randomBytes(BYTES)).slice(0, LENGTH)
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })
}

/** What is stored of a code, however it is typed; undefined for what cannot be one. */
export function recoveryCodeHash(typed: string): Buffer | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!/^[A-Z2-7]{10}$/.test(code)) return undefined
  return createHash('sha256').update(code, 'utf8').digest()
}
