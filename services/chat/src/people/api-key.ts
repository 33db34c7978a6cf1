import { createHash, randomInt } from 'node:crypto'

import { openText, sealText } from '../tenancy/sealed-text.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 32

export const API_KEY = /^[A-Za-z0-9]{32}$/

export function newApiKey(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** The hash by which API keys are looked up. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/**
 * An API key as it is stored, since fetch_api_key must return it again.
 * @source docs/decisions/0305-chat-accounts.md
 */
export function sealApiKey(key: string, secret: Buffer): Buffer {
  return sealText(key, secret)
}

/** @throws Error when the secret is not the one that the key was encrypted with */
export function openApiKey(stored: Buffer, secret: Buffer): string {
  return openText(stored, secret)
}
