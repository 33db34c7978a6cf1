import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { rest } from '@oficina/kit/rest.ts'
import type { MailTransport } from '@oficina/mail/mail-transport.ts'

import { openText } from '../../tenancy/sealed-text.ts'
import {
  claimDueMail,
  markMailFailed,
  markMailSent,
  purgeMails,
  type DueMail,
} from '../store/mail-store.ts'

export interface MailDelivery {
  readonly database: Database
  readonly secret: Buffer
  readonly now: Clock
  readonly log: Log
  readonly transport: MailTransport
}

const POLL_MS = 500
/** 30 s, 1 min, 2 min, … at most 6 h: ten attempts take over half a day. */
const FIRST_WAIT_MS = 30_000
const MAX_WAIT_MS = 6 * 60 * 60_000
const MAX_ATTEMPTS = 10
const MAX_REASON = 500
// What was sent, and what was given up and why, can be looked up for this long.
const KEPT_MS = 30 * 24 * 60 * 60_000
const TIDY_EVERY_MS = 60 * 60_000
const TIDY_ROWS = 10_000

/**
 * Sends the mails of the outbox, one after the other. A mail is marked in the transaction that locks it, so a process
 * that dies while sending has either sent it or leaves it to the next one: at least once.
 * @source docs/decisions/0321-chat-mail.md
 */
export function startMailDelivery(delivery: MailDelivery): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = deliverAll(delivery, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function deliverAll(delivery: MailDelivery, signal: AbortSignal): Promise<void> {
  const { database, now, log } = delivery
  let tidyAtMs = now()
  while (!signal.aborted) {
    const isSettled = await deliverNext(delivery).catch((error: unknown) => {
      log.warn({ err: error }, 'the mails cannot be read')
      return false
    })
    if (isSettled) continue
    if (now() >= tidyAtMs) {
      tidyAtMs = now() + TIDY_EVERY_MS
      const before = new Date(now() - KEPT_MS)
      await purgeMails(database, { before, limit: TIDY_ROWS }).catch((error: unknown) => {
        log.warn({ err: error }, 'old mails were not forgotten')
      })
    }
    await rest(POLL_MS, signal)
  }
}

/** Sends one mail that is due; false when none is. */
async function deliverNext({ database, secret, now, log, transport }: MailDelivery) {
  return await database.transaction(async (tx) => {
    const mail = await claimDueMail(tx, new Date(now()))
    if (mail === undefined) return false
    const reason = await problemOf(transport, mail, secret)
    const at = now()
    if (reason === undefined) {
      await markMailSent(tx, mail, new Date(at))
      return true
    }
    const isLast = mail.attempts + 1 >= MAX_ATTEMPTS
    log.warn({ realm: mail.realm_id, mail: mail.id, reason, isLast }, 'a mail was not sent')
    const next = isLast ? null : new Date(at + waitAfter(mail.attempts))
    await markMailFailed(tx, mail, { reason, next })
    return true
  })
}

/** Why the mail could not be sent; undefined when it was. */
async function problemOf(
  transport: MailTransport,
  mail: DueMail,
  secret: Buffer,
): Promise<string | undefined> {
  const { realm_id: realmId, id } = mail
  try {
    await transport({
      to: [mail.recipient],
      subject: mail.subject,
      text: openText(mail.text_cipher, secret),
      createdAt: mail.created_at,
      messageId: `<chat-${realmId}-${id}@oficina>`,
      // The folder may be the ERP's, too.
      fileName: `chat-${realmId}-${String(id).padStart(8, '0')}.eml`,
    })
    return undefined
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON)
  }
}

function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS)
}
