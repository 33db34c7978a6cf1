import type { Clock } from '@oficina/kit/clock.ts'
import type { Database, Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { rest } from '@oficina/kit/rest.ts'

import { RECEIVER_GONE } from '../../messages/report-mails.ts'
import { enqueueMails } from '../../store/outbox-store.ts'
import {
  beginRun,
  claimDueReport,
  findReportPeople,
  findZone,
  setNextRun,
  type ReportMailRow,
} from '../../store/report-mail-store.ts'
import { empresaId, type EmpresaId } from '../../store/tenant-database.ts'
import { nextRun } from './rhythm.ts'

interface SendingOptions {
  readonly now: Clock
  readonly log: Log
  /** How long the worker sleeps when nothing is due. */
  readonly pollMs: number
}

/**
 * Puts the mails of reports that are due into the outbox, and says when each is due next, in one transaction: so a run is
 * taken once, by one process, and one that dies in the middle has neither done it nor left a part. The files are made
 * when the mails are sent.
 * @source docs/decisions/0285-erp-reports-as-files.md
 */
export function startReportMails(
  owner: Database,
  options: SendingOptions,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = sendAll(owner, options, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function sendAll(
  owner: Database,
  { now, log, pollMs }: SendingOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const found = await sendNext(owner, now()).catch((error: unknown) => {
      log.warn({ err: error }, 'reports that are due cannot be sent')
      return false
    })
    if (!found) await rest(pollMs, signal)
  }
}

async function sendNext(owner: Database, nowMs: number): Promise<boolean> {
  return await owner.transaction(async (tx) => {
    const due = await claimDueReport(tx, new Date(nowMs))
    if (due === undefined) return false
    const empresa = empresaId(due.empresa_id)
    await enqueueReport(tx, due, nowMs)
    const siguiente = nextRun(due, nowMs, await findZone(tx, empresa))
    await setNextRun(tx, empresa, { id: due.id, siguiente })
    return true
  })
}

/** A mail for each receiver. One whom none can reach is left to its owner, who is told when it is made. */
export async function enqueueReport(tx: Tx, sending: ReportMailRow, nowMs: number): Promise<void> {
  const empresa: EmpresaId = empresaId(sending.empresa_id)
  const { destinatarios, dueno, id, nombre } = sending
  const people = await findReportPeople(tx, empresa, [...destinatarios, dueno])
  const owner = people.get(dueno)?.correo ?? null
  const mails = destinatarios.flatMap((usuario) => {
    const address = people.get(usuario)?.correo ?? owner
    if (address === null) return []
    const reporte = { envio: id, usuario }
    const about = { modelo: 'EnvioReporte', registro: id }
    return [{ para: [address], asunto: nombre, texto: '', ...about, reporte }]
  })
  const now = new Date(nowMs)
  const error = mails.length < destinatarios.length ? String(RECEIVER_GONE()) : null
  await beginRun(tx, empresa, { id, error })
  await enqueueMails(tx, empresa, { mails, now: now.toISOString() })
}
