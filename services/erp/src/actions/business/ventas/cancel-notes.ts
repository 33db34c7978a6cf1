import type { ErrorEntry } from '../../../errors.ts'
import { findCatalogIds } from '../../../store/catalogs/catalog-ids.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { cents } from '../cents.ts'
import type { CancelledRecord, Unfinished } from '../cfdi/cfdi-kind.ts'
import type { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { reversalOf } from '../contabilidad/reversal-of.ts'
import { favorProblem } from '../cuentas-por-cobrar/decisions/favor.ts'
import { OpenReceivable } from '../cuentas-por-cobrar/decisions/receivable-state.ts'
import { lockFavorsOf, type Favor } from '../cuentas-por-cobrar/lock-favors.ts'
import {
  changeReceivables,
  lockReceivables,
} from '../cuentas-por-cobrar/store/open-receivable-store.ts'
import { openReturns } from './credited-returns.ts'
import { findCreditNotes } from './store/credit-note-store.ts'

export const CANCEL_NOTE = 'cancelar_nota_credito'

/** Collects what follows when the CFDI of locked credit notes are cancelled: what they took is owed again. */
export async function cancelNotes(
  context: ActionContext,
  changes: Changes,
  cancelled: readonly CancelledRecord[],
): Promise<Unfinished> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now, today } = moment
  const ids = cancelled.map(({ registro }) => registro)
  const notes = await findCreditNotes(tx, empresa, ids)
  const favors = await lockFavorsOf(context, ids)
  const credits = await findCredits(context, ids)
  const locked = await lockReceivables(tx, empresa, [
    ...new Set(credits.map(({ cuenta }) => cuenta)),
  ])
  const receivables = new Map([...locked].map(([id, row]) => [id, new OpenReceivable(row)]))
  const periods = await loadPeriods(tx, empresa, { days: [today], module: 'ventas' })
  const closed = periods.problemOf(today)
  const refused = refusedOf({ ids, credits, favors, receivables, closed })
  const done = cancelled.filter(({ registro }) => !refused.has(registro))
  for (const { id, nota, cuenta, importe } of credits) {
    if (refused.has(nota)) continue
    receivables.get(cuenta)?.giveBack(cents(importe))
    changes.change('AplicacionNotaCredito', id, { cancelada: true })
  }
  await changeReceivables(tx, empresa, {
    changes: [...receivables.values()].filter((one) => one.isTouched).map(({ change }) => change),
    today,
    now,
  })
  await moveNotes(context, changes, { done, notes })
  for (const { id, estado, saldo, nota } of favors)
    if (!refused.has(nota))
      changes.amend('AnticipoVenta', { id, estado, saldo }, { estado: 'cancelado', saldo: '0.00' })
  const open = await findOpenEntries(tx, empresa, {
    model: 'NotaCreditoVenta',
    ids: done.map(({ registro }) => registro),
  })
  changes.post({
    reversals: open.map((entry) =>
      reversalOf(entry, {
        folio: notes.get(entry.registro ?? '')?.folio ?? '',
        day: today,
        periods,
      }),
    ),
  })
  return refused
}

async function moveNotes(
  context: ActionContext,
  changes: Changes,
  of: {
    readonly done: readonly CancelledRecord[]
    readonly notes: Awaited<ReturnType<typeof findCreditNotes>>
  },
): Promise<void> {
  const reasons = await findCatalogIds(context, {
    MotivoCancelacionCfdi: of.done.map(({ motivo }) => motivo),
  })
  const notes = of.done.flatMap(({ registro, motivo }) => {
    const note = of.notes.get(registro)
    return note === undefined ? [] : [{ note, motivo }]
  })
  for (const { note, motivo } of notes) {
    const { id, folio, estado, total, uuid } = note
    changes.move('NotaCreditoVenta', { id, folio, estado }, 'cancelada', {
      fields: { motivo_cancelacion: reasons.find('MotivoCancelacionCfdi', motivo) },
      told: { total, uuid },
      noted: { motivo_sat: motivo },
    })
  }
  await openReturns(
    context,
    changes,
    notes.map(({ note }) => note),
  )
}

interface CreditRow {
  readonly id: string
  readonly nota: string
  readonly cuenta: string
  readonly importe: string
}

/** What credit notes took of receivables, that was not taken back. */
async function findCredits(
  context: ActionContext,
  notas: readonly string[],
): Promise<readonly CreditRow[]> {
  const rows = await rowsBelow(context, 'AplicacionNotaCredito', {
    parent: 'nota_credito',
    ids: notas,
    fields: ['cuenta', 'importe', 'cancelada'],
  })
  return [...rows].flatMap(([nota, some]) =>
    some.filter(({ cancelada }) => !cancelada).map((row) => ({ ...row, nota })),
  )
}

/** What keeps notes from being taken back now, by note. */
function refusedOf(of: {
  readonly ids: readonly string[]
  readonly credits: readonly CreditRow[]
  readonly favors: readonly Favor[]
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
