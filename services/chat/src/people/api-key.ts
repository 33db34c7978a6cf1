import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export const API_KEY = /^[A-Za-z0-9]{32}$/

export function newApiKey(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** The hash by which API keys are looked up. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/**
 * An API key as it is stored, since fetch_api_key must return it again: AES-256-GCM with the server's secret.
 * @source docs/decisions/0305-chat-accounts.md
 */
export function sealApiKey(key: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce)
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws Error when the secret is not the one that the key was encrypted with */
export function openApiKey(stored: Buffer, secret: Buffer): string {
  const nonce = stored.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce)
  decipher.setAuthTag(stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const sealed = stored.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}
