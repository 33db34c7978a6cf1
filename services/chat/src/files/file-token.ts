import { createHmac, timingSafeEqual } from 'node:crypto'

const VALID_MS = 60_000

/** A token with which anybody may read one file for a minute: a client passes it to a viewer without credentials. */
export function fileToken(pathId: string, secret: Buffer, nowMs: number): string {
  const body = Buffer.from(JSON.stringify([pathId, nowMs + VALID_MS])).toString('base64url')
  return `${body}.${signature(body, secret)}`
}

/** The file of a token; undefined for one that was not made here or has expired. */
export function openFileToken(token: string, secret: Buffer, nowMs: number): string | undefined {
  const [body = '', given = ''] = token.split('.')
  const expected = Buffer.from(signature(body, secret))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  // The signature proves that we wrote it.
  const [pathId, endsMs] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, number]
  return nowMs <= endsMs ? pathId : undefined
}

function signature(body: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(`file:${body}`).digest('base64url')
}
