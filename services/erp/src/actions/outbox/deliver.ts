import type { Clock } from '@oficina/kit/clock.ts'
import type { Database, Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import {
  claimDue,
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
  /** How long the worker rests when nothing is due. */
  readonly pollMs: number
}

/** 30 s, 1 min, 2 min, … at most 6 h: ten attempts reach over half a day. */
const FIRST_WAIT_MS = 30_000
const MAX_WAIT_MS = 6 * 60 * 60_000
const MAX_ATTEMPTS = 10
const MAX_REASON = 500

/**
 * Sends what the outbox holds, one message after another. A message is marked within the transaction that holds it, so
 * a process that dies while sending has sent it or leaves it to the next one: at least once.
 * @source docs/decisions/0212-erp-audit-and-outbox.md
 */
export function startOutbox(
  owner: Database,
  options: OutboxOptions,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = deliverAll(owner, options, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function deliverAll(
  owner: Database,
  options: OutboxOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const found = await deliverNext(owner, options).catch((error: unknown) => {
      options.log.warn({ err: error }, 'the outbox cannot be read')
      return false
    })
    if (!found) await rest(options.pollMs, signal)
  }
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
async function deliverNext(owner: Database, options: OutboxOptions): Promise<boolean> {
  return await owner.transaction(async (tx) => {
    const row = await claimDue(tx, new Date(options.now()))
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
