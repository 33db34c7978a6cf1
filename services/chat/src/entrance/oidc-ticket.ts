import { openText, sealText } from '../tenancy/sealed-text.ts'
import type { OidcAttempt } from './store/oidc-provider.ts'

/** What a browser keeps, encrypted, while it is at the provider. */
export interface OidcTicket extends OidcAttempt {
  /** Which organization's page it left from. */
  readonly realmId: number
  /** By which the app on a phone reads its key. */
  readonly otp: string | undefined
  /** By which the web client reads it. */
  readonly webOtp: string | undefined
}

const KIND = 'oidc'
export const TICKET_SECONDS = 600

export function sealTicket(ticket: OidcTicket, secret: Buffer, nowMs: number): string {
  const text = JSON.stringify({ ...ticket, kind: KIND, until: nowMs + TICKET_SECONDS * 1000 })
  return sealText(text, secret).toString('base64url')
}

/** Undefined for one that is not this server's, or too old. */
export function openTicket(sealed: string, secret: Buffer, nowMs: number): OidcTicket | undefined {
  try {
    // Only this server can have written it.
    const ticket = JSON.parse(openText(Buffer.from(sealed, 'base64url'), secret)) as OidcTicket & {
      readonly kind: string
      readonly until: number
    }
    return ticket.kind === KIND && ticket.until > nowMs ? ticket : undefined
  } catch {
    return undefined
  }
}

export const OTP = /^[0-9a-f]{64}$/i

/** An API key as an app reads it that has the one-time pad. @source docs/decisions/0326-chat-single-sign-on.md */
export function padKey(apiKey: string, otp: string): string {
  const pad = Buffer.from(otp, 'hex')
  const padded = Buffer.from(apiKey, 'ascii').map((byte, index) => byte ^ (pad[index] ?? 0))
  return Buffer.from(padded).toString('hex')
}
