import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import type { ActionContext } from '../action.ts'
import { cents } from '../cents.ts'
import type { CancelledRecord, StampEffects } from '../cfdi/cfdi-kind.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import type { Numbering } from '../contabilidad/effects/entry-folios.ts'
import { favorProblem } from '../cuentas-por-cobrar/decisions/favor.ts'
import { OpenReceivable } from '../cuentas-por-cobrar/decisions/receivable-state.ts'
import { endAdvances, lockFavorsOf } from '../cuentas-por-cobrar/store/advance-store.ts'
import {
  changeReceivables,
  lockReceivables,
} from '../cuentas-por-cobrar/store/open-receivable-store.ts'
import {
  cancelCreditNotes,
  cancelCredits,
  findCredits,
  lockCreditNotes,
  type CreditNoteRow,
  type CreditRow,
} from './store/credit-note-store.ts'

export const CANCEL_NOTE = 'cancelar_nota_credito'

/** What follows when the CFDI of credit notes are cancelled: what they took is owed again. */
export async function cancelNotes(
  context: ActionContext,
  cancelled: readonly CancelledRecord[],
): Promise<StampEffects> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const ids = cancelled.map(({ registro }) => registro)
  const notes = [...(await lockCreditNotes(tx, empresa, ids)).values()]
  const favors = await lockFavorsOf(tx, empresa, ids)
  const credits = await findCredits(tx, empresa, ids)
  const locked = await lockReceivables(tx, empresa, [
    ...new Set(credits.map(({ cuenta }) => cuenta)),
  ])
  const receivables = new Map([...locked].map(([id, row]) => [id, new OpenReceivable(row)]))
  const periods = await loadPeriods(tx, empresa, { days: [moment.today], module: 'ventas' })
  const closed = periods.problemOf(moment.today)
  const refused = refusedOf({ ids, credits, favors, receivables, closed })
  const done = notes.filter(({ id }) => !refused.has(id))
  const taken = credits.filter(({ nota }) => !refused.has(nota))
  for (const { cuenta, importe } of taken) receivables.get(cuenta)?.giveBack(cents(importe))
  await changeReceivables(tx, empresa, {
    changes: [...receivables.values()].filter((one) => one.isTouched).map(({ change }) => change),
    today: moment.today,
    now: moment.now,
  })
  const ended = favors.filter(({ nota }) => !refused.has(nota))
  await endAdvances(tx, empresa, {
    ids: ended.map(({ id }) => id),
    estado: 'cancelado',
    now: moment.now,
  })
  await cancelCredits(tx, empresa, { ids: taken.map(({ id }) => id), now: moment.now })
  const open = await findOpenEntries(tx, empresa, {
    model: 'NotaCreditoVenta',
    ids: done.map(({ id }) => id),
  })
  const folios = new Map(done.map(({ id, folio }) => [id, folio]))
  return {
    refused,
    postings: {
      entries: [],
      reversals: open.map((entry) => ({
        open: entry,
        fecha: moment.today,
        periodo: periods.idOf(moment.today),
        concepto: `Reversa de ${entry.folio}: ${folios.get(entry.registro ?? '') ?? ''}`,
      })),
    },
    counters: new Map([[AUDIT_COUNTER, done.length + ended.length]]),
    write: (numbering) => write(context, { notes: done, cancelled, ended }, numbering),
  }
}

/** What keeps notes from being taken back now, by note. */
function refusedOf(of: {
  readonly ids: readonly string[]
  readonly credits: readonly CreditRow[]
  readonly favors: Awaited<ReturnType<typeof lockFavorsOf>>
  readonly receivables: ReadonlyMap<string, OpenReceivable>
  readonly closed: ErrorEntry | null
}): ReadonlyMap<string, ErrorEntry> {
  const refused = new Map<string, ErrorEntry>()
  for (const { nota, cuenta } of of.credits) {
    const problem = of.receivables.get(cuenta)?.closedProblem ?? null
    if (problem !== null) refused.set(nota, problem)
  }
  for (const favor of of.favors) {
    const problem = favorProblem(favor)
    if (problem !== null) refused.set(favor.nota, problem)
  }
  if (of.closed !== null) for (const id of of.ids) refused.set(id, of.closed)
  return refused
}

async function write(
  { tx, caller, moment: { now } }: ActionContext,
  of: {
    readonly notes: readonly CreditNoteRow[]
    readonly cancelled: readonly CancelledRecord[]
    readonly ended: Awaited<ReturnType<typeof lockFavorsOf>>
  },
  { numbers }: Numbering,
): Promise<void> {
  const { empresa } = caller
  const motives = new Map(of.cancelled.map(({ registro, motivo }) => [registro, motivo]))
  await Promise.all([
    cancelCreditNotes(tx, empresa, {
      notes: of.notes.map(({ id }) => ({ id, motivo: motives.get(id) ?? null })),
      now,
    }),
    enqueueEvents(tx, empresa, {
      events: of.notes.map(({ id, folio, total, uuid }) => ({
        modelo: 'NotaCreditoVenta',
        evento: 'cancelada',
        registro: id,
        datos: { folio, estado: 'cancelada', total, uuid },
      })),
      now,
    }),
    recordAudit(tx, caller, {
      entries: [
        ...of.notes.map(({ id, estado, uuid }) => ({
          model: 'NotaCreditoVenta',
          recordId: id,
          before: { estado },
          after: { estado: 'cancelada', uuid },
        })),
        ...of.ended.map(({ id, estado }) => ({
          model: 'AnticipoVenta',
          recordId: id,
          before: { estado },
          after: { estado: 'cancelado', saldo: '0.00' },
        })),
      ].map((entry) => ({
        ...entry,
        id: numbers(AUDIT_COUNTER),
        operation: 'accion' as const,
        action: CANCEL_NOTE,
        reason: null,
      })),
      now,
    }),
  ])
}
