import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What a ciphertext is for, so that one cannot be used in another's place. */
export interface SealedFor {
  /** The installation's secret. */
  readonly serverSecret: Buffer
  readonly purpose: string
}

/** Encrypts with a key of the installation: nonce, tag, ciphertext. */
export function seal(plain: Buffer, of: SealedFor): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(of), nonce)
  cipher.setAAD(Buffer.from(of.purpose, 'utf8'))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** @throws Error when it was encrypted for something else, or changed */
export function unseal(sealed: Buffer, of: SealedFor): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, keyOf(of), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(of.purpose, 'utf8'))
  decipher.setAuthTag(tag)
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ])
}

function keyOf({ serverSecret }: SealedFor): Buffer {
  return Buffer.from(hkdfSync('sha256', serverSecret, '', 'oficina erp sealing', KEY_BYTES))
}
