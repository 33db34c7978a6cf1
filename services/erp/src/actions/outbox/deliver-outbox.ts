import type { Clock } from '@oficina/kit/clock.ts'
import type { Database, Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import {
  claimDue,
  deleteSent,
  markFailed,
  markSent,
  noteDelivery,
  type OutboxRow,
} from '../../store/outbox-delivery-store.ts'
import type { Sender } from './sender.ts'

export interface Senders {
  readonly correo: Sender<Extract<OutboxRow, { tipo: 'correo' }>>
  readonly webhook: Sender<Extract<OutboxRow, { tipo: 'webhook' }>>
}

export interface OutboxOptions {
  readonly senders: Senders
  readonly now: Clock
  readonly log: Log
  /** How long the worker sleeps when nothing is due. */
  readonly pollMs: number
}

/** 30 s, 1 min, 2 min, … at most 6 h: ten attempts take over half a day. */
const FIRST_WAIT_MS = 30_000
const MAX_WAIT_MS = 6 * 60 * 60_000
const MAX_ATTEMPTS = 10
const MAX_REASON = 500
// Sent messages are kept so that people can see what was sent; failed ones are kept until a person decides.
const SENT_KEPT_MS = 90 * 24 * 60 * 60_000
const TIDY_EVERY_MS = 60 * 60_000
const TIDY_ROWS = 10_000

/**
 * Sends the messages in the outbox, mails and webhooks in a queue each. A message is marked in the transaction that
 * locks it, so a process that dies while sending has either sent it or leaves it to the next one: at least once.
 * @source docs/decisions/0212-erp-audit-and-outbox.md
 */
export function startOutbox(
  owner: Database,
  options: OutboxOptions,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  // A slow subscriber does not delay mails.
  const running = Promise.all([
    deliverAll(owner, { ...options, kind: 'correo' }, stopping.signal),
    deliverAll(owner, { ...options, kind: 'webhook' }, stopping.signal),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

interface Lane extends OutboxOptions {
  readonly kind: OutboxRow['tipo']
}

async function deliverAll(owner: Database, lane: Lane, signal: AbortSignal): Promise<void> {
  let tidyAtMs = lane.now()
  while (!signal.aborted) {
    const found = await deliverNext(owner, lane).catch((error: unknown) => {
      lane.log.warn({ err: error }, 'the outbox cannot be read')
      return false
    })
    if (found) continue
    if (lane.now() >= tidyAtMs) {
      tidyAtMs = lane.now() + TIDY_EVERY_MS
      await forgetSent(owner, lane)
    }
    await rest(lane.pollMs, signal)
  }
}

async function forgetSent(owner: Database, { now, log }: Lane): Promise<void> {
  const before = new Date(now() - SENT_KEPT_MS)
  await deleteSent(owner, { before, limit: TIDY_ROWS }).catch((error: unknown) => {
    log.warn({ err: error }, 'old messages were not deleted')
  })
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    timer.unref()
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    if (signal.aborted) done()
    else signal.addEventListener('abort', done)
  })
}

/** Sends one message that is due; false when none is. */
async function deliverNext(owner: Database, options: Lane): Promise<boolean> {
  return await owner.transaction(async (tx) => {
    const row = await claimDue(tx, { kind: options.kind, now: new Date(options.now()) })
    if (row === undefined) return false
    const reason = await send(options.senders, row)
    await settle(tx, row, { reason, options })
    return true
  })
}

/** Why the message could not be sent; null when it was. */
async function send(senders: Senders, row: OutboxRow): Promise<string | null> {
  try {
    await (row.tipo === 'correo' ? senders.correo(row) : senders.webhook(row))
    return null
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON)
  }
}

async function settle(
  tx: Tx,
  row: OutboxRow,
  { reason, options }: { readonly reason: string | null; readonly options: OutboxOptions },
): Promise<void> {
  const now = new Date(options.now())
  const retries =
    row.tipo === 'webhook' ? await noteDelivery(tx, row, { isSent: reason === null, now }) : null
  if (reason === null) return await markSent(tx, row, now)
  const attempts = Math.min(retries === null ? MAX_ATTEMPTS : retries + 1, MAX_ATTEMPTS)
  const isLast = row.intentos + 1 >= attempts
  const next = isLast ? null : new Date(now.getTime() + waitAfter(row.intentos))
  options.log.warn({ salida: row.id, tipo: row.tipo, reason, isLast }, 'a message was not sent')
  await markFailed(tx, row, { reason, next })
}

function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS)
}
