import type { ErrorEntry } from '../../../errors.ts'
import { findOpenEntries, type OpenEntry } from '../../../store/journal-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome } from '../action.ts'
import { cents } from '../cents.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { DocumentBatch } from '../document-batch.ts'
import { lockBankMovements, type BankMovementRow } from '../tesoreria/store/bank-movement-store.ts'
import { COBRO_CLIENTE_STATES } from './cobro-cliente-states.ts'
import { creditedProblem } from './decisions/favor.ts'
import { isInvoiced } from './decisions/invoiced-advance.ts'
import { OpenReceivable } from './decisions/receivable-state.ts'
import { writeTakenBack, type TakenBack } from './effects/write-taken-back.ts'
import { lockAdvancesOf, type AdvanceOfCollection } from './store/advance-store.ts'
import {
  findApplications,
  lockCollections,
  type ApplicationRow,
  type CollectionRow,
} from './store/collection-store.ts'
import { lockReceivables } from './store/open-receivable-store.ts'
import { findPaidNotes } from './store/refund-store.ts'

/** What differs between the actions that take collections back. */
export interface Withdrawal {
  readonly name: 'cancelar_cobro' | 'devolver_cobro'
  readonly to: 'cancelado' | 'devuelto'
}

/**
 * Takes collections back: what they paid is owed again, their entries are reversed today, the advance that was left of
 * them ends. A cancelled one never was, so its deposit is cancelled; of one that the bank returned the money leaves again.
 * @source docs/decisions/0252-erp-cash.md
 */
export async function takeBack(
  context: ActionContext,
  ids: readonly string[],
  withdrawal: Withdrawal,
): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new DocumentBatch(ids, await lockCollections(tx, caller.empresa, ids), {
    model: 'CobroCliente',
    states: statesBefore(COBRO_CLIENTE_STATES, withdrawal.name),
  })
  const applied = batch.remaining.filter(({ estado }) => estado === 'aplicado')
  const facts = await loadFacts(context, applied)
  for (const row of applied) {
    const problem = problemOf(row, { ...facts, withdrawal })
    if (problem !== null) batch.refuse(row.id, problem)
  }
  const done = batch.remaining.map((row): TakenBack => {
    const lines = row.estado === 'aplicado' ? (facts.lines.get(row.id) ?? []) : []
    const receivables = lines.map((line) => giveBack(facts, line))
    const advance = facts.advances.get(row.id)?.[0] ?? null
    const entries = (facts.entries.get(row.id) ?? []).map((open) => ({
      open,
      fecha: context.moment.today,
      periodo: facts.periods.idOf(context.moment.today),
      concepto: `Reversa de ${open.folio}: ${row.folio}`,
    }))
    return { row, receivables, advance, entries }
  })
  const motivo = String(context.inputs.get('motivo')).trim()
  await writeTakenBack(context, { ...withdrawal, motivo }, done)
  return batch.outcome
}

interface Facts {
  readonly lines: ReadonlyMap<string, readonly ApplicationRow[]>
  readonly receivables: ReadonlyMap<string, OpenReceivable>
  readonly deposits: ReadonlyMap<string, BankMovementRow>
  /** Credit notes of what was paid of receivables. */
  readonly notes: ReadonlyMap<string, string>
  readonly advances: ReadonlyMap<string, readonly AdvanceOfCollection[]>
  readonly entries: ReadonlyMap<string, readonly OpenEntry[]>
  readonly periods: Awaited<ReturnType<typeof loadPeriods>>
  readonly today: string
}

async function loadFacts(
  { tx, caller, moment }: ActionContext,
  rows: readonly CollectionRow[],
): Promise<Facts> {
  const { empresa } = caller
  const ids = rows.map(({ id }) => id)
  const advances = await lockAdvancesOf(tx, empresa, ids)
  const lines = await findApplications(tx, empresa, ids)
  const cuentas = [...new Set(lines.map(({ cuenta }) => cuenta))]
  const locked = await lockReceivables(tx, empresa, cuentas)
  const deposits = await lockBankMovements(
    tx,
    empresa,
    rows.flatMap(({ movimiento }) => movimiento ?? []),
  )
  const [entries, periods] = await Promise.all([
    findOpenEntries(tx, empresa, { model: 'CobroCliente', ids }),
    loadPeriods(tx, empresa, { days: [moment.today], module: 'tesoreria' }),
  ])
  return {
    lines: Map.groupBy(lines, ({ cobro }) => cobro),
    receivables: new Map([...locked].map(([id, row]) => [id, new OpenReceivable(row)])),
    deposits,
    notes: await findPaidNotes(tx, empresa, cuentas),
    advances: Map.groupBy(advances, ({ cobro }) => cobro),
    entries: Map.groupBy(entries, ({ registro }) => registro ?? ''),
    periods,
    today: moment.today,
  }
}

/** The SAT knows of it, or may. */
const STANDING: ReadonlySet<string> = new Set(['por_timbrar', 'vigente', 'por_cancelar'])

function problemOf(
  row: CollectionRow,
  facts: Facts & { readonly withdrawal: Withdrawal },
): ErrorEntry | null {
  const reason = complementReason(row) ?? advanceReason(row, facts) ?? depositReason(row, facts)
  if (reason !== null) {
    return { code: 'INVALID_STATE', message: `CobroCliente ${row.id} ${reason}` }
  }
  for (const { cuenta } of facts.lines.get(row.id) ?? []) {
    const problem =
      facts.receivables.get(cuenta)?.closedProblem ?? creditedProblem(cuenta, facts.notes)
    if (problem !== null) return problem
  }
  return facts.periods.problemOf(facts.today)
}

function complementReason({
  complemento,
  complemento_estado: estado,
}: CollectionRow): string | null {
  if (complemento === null || !STANDING.has(estado ?? '')) return null
  return `has the complement of payments Cfdi ${complemento}, which is ${estado}: cancel that first.`
}

function advanceReason({ id }: CollectionRow, { advances }: Facts): string | null {
  const invoiced = advances.get(id)?.find(isInvoiced)
  if (invoiced !== undefined)
    return `left the advance ${invoiced.folio}, which has the invoice Cfdi ${invoiced.cfdi ?? ''}: cancelar_cfdi of that first.`
  const used = advances.get(id)?.find(({ estado }) => estado !== 'pendiente')
  return used === undefined
    ? null
    : `left the advance ${used.folio}, which is ${used.estado}: take that back first.`
}

function depositReason(
  { movimiento }: CollectionRow,
  { deposits, withdrawal }: Facts & { readonly withdrawal: Withdrawal },
): string | null {
  const deposit = deposits.get(movimiento ?? '')
  if (withdrawal.to !== 'cancelado' || deposit?.conciliado !== true) return null
  return `came in at the bank: its movement ${deposit.folio} is reconciled. If the money went back, devolver_cobro.`
}

function giveBack(facts: Facts, { cuenta, importe, descuento }: ApplicationRow): OpenReceivable {
  const receivable = facts.receivables.get(cuenta)
  if (receivable === undefined) throw new Error(`CuentaPorCobrar ${cuenta} was not read`)
  receivable.giveBack(cents(importe) + cents(descuento))
  return receivable
}
