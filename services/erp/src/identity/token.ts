import { createHash, createHmac, hash, randomBytes } from 'node:crypto'

// 48 bytes are 64 characters of base64url, the length that the contract promises.
const TOKEN_BYTES = 48

/** A token as the client gets it: 64 characters, opaque. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is stored of a token: whoever reads the table cannot log in with it. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The hash of a token as the key of a map. */
export function tokenKey(tokenSha256: Buffer): string {
  return tokenSha256.toString('latin1')
}

/**
 * The token that follows another one at refresh. It is derived, so that two refreshes at once hand out the same.
 * @source docs/contract/erp.md, States and transitions, "valid → refresh"
 */
export function successorToken(token: string, serverSecret: Buffer): string {
  const derived = createHmac('sha384', serverSecret).update(token, 'utf8').digest()
  return derived.toString('base64url')
}

const BEARER = /^Bearer +([A-Za-z0-9_-]{64})$/i

/** The token of an `Authorization` header, or undefined when it has none of the right form. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1]
}

// The contract's tokens are 64 characters without a dot, so a token and a key are never confused.
const KEY = /^Bearer +(ofi_[A-Za-z0-9]{8}\.[A-Za-z0-9_-]{43})$/i
const KEY_PREFIX_BYTES = 6
const KEY_BYTES = 32

/** An API key as the client gets it, once; `prefix` tells keys apart and is not secret. */
export function newApiKey(): { readonly key: string; readonly prefix: string } {
  // Letters and digits alone, so that a double click selects all of it.
  const name = randomBytes(KEY_PREFIX_BYTES).toString('base64url').replaceAll(/[-_]/g, 'x')
  const prefix = `ofi_${name}`
  return { key: `${prefix}.${randomBytes(KEY_BYTES).toString('base64url')}`, prefix }
}

/** The API key of an `Authorization` header, or undefined when it has none of the right form. */
export function bearerKey(header: string | undefined): string | undefined {
  return header === undefined ? undefined : KEY.exec(header)?.[1]
}

/** What is stored of an API key: whoever reads the table cannot use it. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex')
}
