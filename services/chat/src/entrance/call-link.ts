import { createHmac, timingSafeEqual } from 'node:crypto'

import type { RealmId } from '../tenancy/realm-id.ts'

/** What the address of a call says. */
export interface CallTicket {
  readonly meetingId: string
  readonly name: string
  readonly isVoiceOnly: boolean
  readonly creatorId: number
  readonly realmId: RealmId
  readonly endsMs: number
}

export const JOIN_PATH = '/calls/bigbluebutton/join'
export const TICKET_FIELD = 'bigbluebutton'
// A call that is announced a few weeks ahead still begins by its address.
export const CALL_LINK_MS = 30 * 24 * 3_600_000

/** The address by which people join a call, as messages show it: nobody can change what it says. */
export function callLink(ticket: CallTicket, secret: Buffer): string {
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${JOIN_PATH}?${TICKET_FIELD}=${body}.${signature(body, secret)}`
}

/** What an address says; undefined for one that was not made here. */
export function openCallLink(sealed: string, secret: Buffer): CallTicket | undefined {
  const dot = sealed.indexOf('.')
  const body = sealed.slice(0, Math.max(dot, 0))
  const expected = Buffer.from(signature(body, secret))
  const actual = Buffer.from(sealed.slice(dot + 1))
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  // The signature proves that we wrote it.
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as CallTicket
}

function signature(body: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(`call:${body}`).digest('base64url')
}
