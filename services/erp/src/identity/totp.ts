import { createHmac, randomBytes } from 'node:crypto'

import { isSameSecret } from '@oficina/kit/constant-time.ts'

// What RFC 6238 recommends and every authenticator app uses: SHA-1, 30 s, six digits, a secret as long as the hash.
const STEP_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20
// A clock may be off by one step to either side.
const DRIFT = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** The code of a time step. @source RFC 4226, section 5.3 */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0x0f
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS)
}

/** The time step whose code this is, the present one or a neighbour. @source RFC 6238, section 5.2 */
export function matchingStep(secret: Buffer, code: string, nowMs: number): number | undefined {
  const present = totpStep(nowMs)
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => present - DRIFT + index)
  return steps.find((step) => isSameSecret(code, totpCode(secret, step)))
}

/** RFC 4648, without padding, as authenticator apps read secrets. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

/** What an authenticator app reads from a QR code. */
export function otpauthUri(of: { issuer: string; account: string; secret: Buffer }): string {
  const label = `${encodeURIComponent(of.issuer)}:${encodeURIComponent(of.account)}`
  const issuer = encodeURIComponent(of.issuer)
  return `otpauth://totp/${label}?secret=${base32(of.secret)}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=30`
}
