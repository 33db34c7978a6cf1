import { createHmac } from 'node:crypto'

import { isSameSecret } from '@oficina/kit/constant-time.ts'

/** What a process asks the one that has a queue, for a client whose sign-in it has checked. */
export interface QueueCall {
  readonly realmId: number
  readonly userId: number
  readonly queueId: string
  /** Absent: the queue ends. */
  readonly poll?: { readonly lastEventId: number; readonly dontBlock: boolean }
}

/** The path at which processes ask each other. */
export const QUEUE_CALLS = '/processes/event-queue'
export const SIGNATURE = 'x-oficina-signature'
// The clocks of machines differ a little; what was overheard is of no use later.
const FRESH_MS = 60_000

/** Proves that a process with the same CHAT_SECRET wrote the text, and when. */
export function sign(secret: Buffer, text: string, nowMs: number): string {
  return `${nowMs}.${proof(secret, text, String(nowMs))}`
}

/** Whether a process with the same CHAT_SECRET wrote the text a moment ago. */
export function isSigned(
  secret: Buffer,
  { signature, text }: { readonly signature: string; readonly text: string },
  nowMs: number,
): boolean {
  const [time = '', given = ''] = signature.split('.')
  if (!isSameSecret(given, proof(secret, text, time))) return false
  return Math.abs(nowMs - Number(time)) <= FRESH_MS
}

function proof(secret: Buffer, text: string, time: string): string {
  return createHmac('sha256', secret).update(`event queue\n${time}\n${text}`).digest('hex')
}
