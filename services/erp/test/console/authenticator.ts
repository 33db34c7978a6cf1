import { totpCode, totpStep } from '../../src/identity/totp.ts'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An app that makes codes from the secret that was typed into it. */
export function authenticator(secret: string, clock: { now(): number; advance(ms: number): void }) {
  const bits = [...secret.replaceAll(/\s/g, '')]
    .map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  return {
    /** A code that was not used before. */
    nextCode: (): string => {
      clock.advance(STEP_MS)
      return totpCode(key, totpStep(clock.now()))
    },
  }
}
