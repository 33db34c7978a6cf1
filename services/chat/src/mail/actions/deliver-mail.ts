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
  releaseMail,
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
// A mail that the server is slow with does not hold up the others; more at a time a server may refuse.
const AT_ONCE = 4
/** Servers that look at a mail before they take it may take a while; a mail that is given up earlier is sent twice. */
export const MAIL_LIMIT_MS = 120_000
// Longer than a mail may take; then somebody else, or the next start, sends it.
const CLAIM_MS = MAIL_LIMIT_MS + 30_000
// What is under way when the process stops has this long to end: a mail that the server has but did not answer for yet
// would be sent again.
const STOP_GRACE_MS = 5_000
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
 * Sends the mails of the outbox, a few at a time and with no connection to the database while a server is waited for. A
 * mail is claimed for a while and marked once it is sent: a process that dies leaves it to others, so at least once.
 * @source docs/decisions/0321-chat-mail.md
 */
export function startMailDelivery(delivery: MailDelivery): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const givingUp = new AbortController()
  const running = deliverAll(delivery, stopping.signal, givingUp.signal)
  return {
    stop: async () => {
      stopping.abort()
      const timer = setTimeout(() => givingUp.abort(), STOP_GRACE_MS)
      await running
      clearTimeout(timer)
    },
  }
}

async function deliverAll(
  delivery: MailDelivery,
  stopping: AbortSignal,
  givingUp: AbortSignal,
): Promise<void> {
  const { database, now, log } = delivery
  const underWay = new Set<Promise<void>>()
  let tidyAtMs = now()
  while (!stopping.aborted) {
    const mail = underWay.size < AT_ONCE ? await nextMail(delivery) : undefined
    if (mail !== undefined) {
      const running = deliver(delivery, mail, givingUp)
        .catch((error: unknown) => log.warn({ err: error }, 'a mail is left for later'))
        .finally(() => underWay.delete(running))
      underWay.add(running)
      continue
    }
    if (now() >= tidyAtMs) {
      tidyAtMs = now() + TIDY_EVERY_MS
      const before = new Date(now() - KEPT_MS)
      await purgeMails(database, { before, limit: TIDY_ROWS }).catch((error: unknown) => {
        log.warn({ err: error }, 'old mails were not forgotten')
      })
    }
    await Promise.race([rest(POLL_MS, stopping), ...(underWay.size < AT_ONCE ? [] : underWay)])
  }
  await Promise.all(underWay)
}

/** A mail that is due, claimed; undefined when none is. */
async function nextMail({ database, now, log }: MailDelivery): Promise<DueMail | undefined> {
  const nowMs = now()
  const claim = { now: new Date(nowMs), until: new Date(nowMs + CLAIM_MS) }
  return await claimDueMail(database, claim).catch((error: unknown) => {
    log.warn({ err: error }, 'the mails cannot be read')
    return undefined
  })
}

/** Sends a mail and marks what became of it. */
async function deliver(
  { database, secret, now, log, transport }: MailDelivery,
  mail: DueMail,
  givingUp: AbortSignal,
): Promise<void> {
  const reason = await problemOf(transport, mail, { secret, givingUp })
  const at = now()
  if (reason === undefined) {
    await markMailSent(database, mail, new Date(at))
    return
  }
  if (givingUp.aborted) {
    await releaseMail(database, mail)
    return
  }
  const isLast = mail.attempts + 1 >= MAX_ATTEMPTS
  log.warn({ realm: mail.realm_id, mail: mail.id, reason, isLast }, 'a mail was not sent')
  const next = isLast ? null : new Date(at + waitAfter(mail.attempts))
  await markMailFailed(database, mail, { reason, next })
}

/** Why the mail could not be sent; undefined when it was. */
async function problemOf(
  transport: MailTransport,
  mail: DueMail,
  { secret, givingUp }: { readonly secret: Buffer; readonly givingUp: AbortSignal },
): Promise<string | undefined> {
  const { realm_id: realmId, id } = mail
  try {
    const outgoing = {
      to: [mail.recipient],
      subject: mail.subject,
      text: openText(mail.text_cipher, secret),
      createdAt: mail.created_at,
      messageId: `<chat-${realmId}-${id}@oficina>`,
      // The folder may be the ERP's, too.
      fileName: `chat-${realmId}-${String(id).padStart(8, '0')}.eml`,
    }
    await transport(outgoing, givingUp)
    return undefined
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON)
  }
}

function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS)
}
