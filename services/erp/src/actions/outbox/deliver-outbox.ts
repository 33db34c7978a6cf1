import type { Clock } from '@oficina/kit/clock.ts'
import type { Database, Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { rest } from '@oficina/kit/rest.ts'
import type { Result } from '@oficina/kit/result.ts'
import type { MailAttachment } from '@oficina/mail/mail-transport.ts'

import {
  claimDue,
  deleteSent,
  markFailed,
  markSent,
  noteContents,
  noteDelivery,
  putAside,
  takeUp,
  type OutboxRow,
} from '../../store/outbox-delivery-store.ts'
import { enqueueChats } from '../../store/outbox-store.ts'
import { noteReportMail } from '../../store/report-mail-store.ts'
import { empresaId } from '../../store/tenant-database.ts'
import { literal } from '../business/chat-text.ts'
import type { Enclose, Enclosed } from './mail-enclosures.ts'
import type { MailRow, MailSender, Sender } from './sender.ts'

export interface Senders {
  readonly correo: MailSender
  readonly webhook: Sender<Extract<OutboxRow, { tipo: 'webhook' }>>
  /** Absent: there is no chat, and nothing is enqueued for one. */
  readonly chat: Sender<Extract<OutboxRow, { tipo: 'chat' }>> | undefined
}

export interface OutboxOptions {
  readonly senders: Senders
  /** Gets the files of a mail ready. */
  readonly enclose: Enclose
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
// Longer than documents takes for the forms of a mail at worst, template and all.
const ASIDE_MS = 15 * 60_000

/**
 * Sends the messages in the outbox, mails, webhooks and what a chat is told in a queue each. A message is marked in the transaction that
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
    ...(options.senders.chat === undefined
      ? []
      : [deliverAll(owner, { ...options, kind: 'chat' }, stopping.signal)]),
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

/** Sends one message that is due; false when none is. */
async function deliverNext(owner: Database, options: Lane): Promise<boolean> {
  const until = new Date(options.now() + ASIDE_MS)
  const found = await owner.transaction(async (tx) => {
    const row = await claimDue(tx, { kind: options.kind, now: new Date(options.now()) })
    if (row?.tipo === 'correo' && isMadeLater(row)) {
      await putAside(tx, row, until)
      return row
    }
    if (row === undefined) return 'nothing'
    await settle(tx, row, { reason: await send(options.senders, row, []), options })
    return 'settled'
  })
  if (found === 'nothing') return false
  if (found !== 'settled') await deliverEnclosing(owner, options, { row: found, until })
  return true
}

/** Whether a mail waits for files that take long to make. */
function isMadeLater({ contenido: { formas, reporte } }: MailRow): boolean {
  return formas !== undefined || reporte !== undefined
}

/** Sends a mail that was put aside, once its files are ready. */
async function deliverEnclosing(
  owner: Database,
  options: Lane,
  { row, until }: { readonly row: MailRow; readonly until: Date },
): Promise<void> {
  const enclosed = await ready(options.enclose(row))
  await owner.transaction(async (tx) => {
    if (!(await takeUp(tx, row, until))) return
    if (typeof enclosed === 'string') return await settle(tx, row, { reason: enclosed, options })
    const { contents, files, refusal } = enclosed
    if (contents === null) return await giveUp(tx, row, { reason: refusal ?? '', options })
    const mail = { ...row, contenido: { ...row.contenido, ...contents } }
    if (contents !== undefined) await noteContents(tx, row, contents)
    const reason = await send(options.senders, mail, files)
    await settle(tx, row, { reason, refusal, options })
  })
}

/** A mail for which nobody is left: a person decides. */
async function giveUp(
  tx: Tx,
  row: MailRow,
  { reason, options: { now } }: { readonly reason: string; readonly options: OutboxOptions },
): Promise<void> {
  await markFailed(tx, row, { reason, next: null })
  await noteReport(tx, row, { error: reason, now: new Date(now()) })
}

/** What became of a mail with a report stands with its sending too. */
async function noteReport(
  tx: Tx,
  row: OutboxRow,
  noted: { readonly error: string | null; readonly now: Date },
): Promise<void> {
  if (row.tipo !== 'correo' || row.contenido.reporte === undefined) return
  const { envio: id } = row.contenido.reporte
  const isAnother = row.intentos === 0
  await noteReportMail(tx, empresaId(row.empresa_id), { id, isAnother, ...noted })
}

/** What goes with a mail, or why there is nothing yet. */
async function ready(files: Promise<Result<Enclosed, string>>): Promise<Enclosed | string> {
  try {
    const found = await files
    return found.ok ? found.value : found.error.slice(0, MAX_REASON)
  } catch (error) {
    return reasonOf(error)
  }
}

/** Why the message could not be sent; null when it was. */
async function send(
  senders: Senders,
  row: OutboxRow,
  enclosures: readonly MailAttachment[],
): Promise<string | null> {
  try {
    switch (row.tipo) {
      case 'correo':
        await senders.correo(row, enclosures)
        break
      case 'webhook':
        await senders.webhook(row)
        break
      case 'chat':
        await senders.chat?.(row)
    }
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON)
}

async function settle(
  tx: Tx,
  row: OutboxRow,
  {
    reason,
    refusal = null,
    options,
  }: {
    readonly reason: string | null
    readonly refusal?: string | null | undefined
    readonly options: OutboxOptions
  },
): Promise<void> {
  const now = new Date(options.now())
  await noteReport(tx, row, { error: reason ?? refusal, now })
  const retries =
    row.tipo === 'webhook' ? await noteDelivery(tx, row, { isSent: reason === null, now }) : null
  if (reason === null) return await markSent(tx, row, now)
  const attempts = Math.min(retries === null ? MAX_ATTEMPTS : retries + 1, MAX_ATTEMPTS)
  const isLast = row.intentos + 1 >= attempts
  const next = isLast ? null : new Date(now.getTime() + waitAfter(row.intentos))
  options.log.warn({ salida: row.id, tipo: row.tipo, reason, isLast }, 'a message was not sent')
  await markFailed(tx, row, { reason, next })
  if (isLast && row.tipo !== 'chat' && options.senders.chat !== undefined)
    await enqueueChats(tx, empresaId(row.empresa_id), {
      chats: [givenUp(row)],
      now: now.toISOString(),
    })
}

/** Tells the channel that somebody has to look; whom it was for and why it failed is for administrators. */
function givenUp(row: OutboxRow) {
  const of = literal(`${row.modelo} ${row.registro}`)
  const texto =
    row.tipo === 'correo'
      ? `Un correo de ${of} no se pudo enviar (salida ${row.id}).`
      : `Un aviso por webhook de ${of} no se pudo enviar (salida ${row.id}).`
  const { modelo, registro } = row
  return { para: [], tema: 'Envíos fallidos', texto, enCanal: texto, modelo, registro }
}

function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS)
}
