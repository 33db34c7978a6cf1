import { createHash, createHmac, randomBytes } from 'node:crypto'

// 48 bytes are 64 characters of base64url, the length that the contract promises.
const TOKEN_BYTES = 48

/** A token as the client gets it: 64 characters, opaque. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is stored of a token: whoever reads the table cannot log in with it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
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

/** The token of an `Authorization` header, or undefined when there is none of the right form. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1]
}
