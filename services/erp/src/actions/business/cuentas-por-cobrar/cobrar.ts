import { findDayRates } from '../../../store/day-rate-store.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  type AccountRow,
  type EntryRule,
} from '../../../store/journal-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import { DayRates } from '../exchange-rates.ts'
import { DocumentBatch } from '../inventario/document-batch.ts'
import { COBRO_CLIENTE_STATES } from './cobro-cliente-states.ts'
import { collectionSource } from './decisions/collection-entry.ts'
import { decideCollection, type CollectionRules } from './decisions/collection.ts'
import { OpenReceivable } from './decisions/receivable-state.ts'
import { writeCollections, type BookedCollection } from './effects/write-collections.ts'
import {
  findApplications,
  lockCollections,
  type ApplicationRow,
  type CollectionRow,
} from './store/collection-store.ts'
import { lockReceivables } from './store/open-receivable-store.ts'

/**
 * Collects money: receivables go down, the bank goes up, taxes fall due, and what no receivable takes is an advance.
 * @source docs/decisions/0252-erp-cash.md
 */
export const cobrar: RecordAction = {
  model: 'CobroCliente',
  name: 'cobrar',
  label: 'Cobrar',
  mode: 'grid_action',
  inputs: [],
  emits: ['aplicado'],
  run: collect,
}

async function collect(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new DocumentBatch(ids, await lockCollections(tx, caller.empresa, ids), {
    model: cobrar.model,
    states: statesBefore(COBRO_CLIENTE_STATES, cobrar.name),
  })
  if (batch.remaining.length === 0) return batch.outcome
  const facts = await loadFacts(context, batch.remaining)
  const booked: BookedCollection[] = []
  for (const row of batch.remaining) {
    const problem = facts.periods.problemOf(row.fecha)
    if (problem !== null) {
      batch.refuse(row.id, problem)
      continue
    }
    const decided = decideCollection(
      row,
      { lines: facts.lines.get(row.id) ?? [], receivables: facts.receivables },
      facts.rules,
    )
    if (!decided.ok) {
      batch.refuse(row.id, ...decided.error)
      continue
    }
    const source = collectionSource(decided.value, facts.rules.currency)
    const entry = planEntry(source, { rules: facts.entryRules, accounts: facts.accounts })
    if (!entry.ok) {
      batch.refuse(row.id, entry.error)
      continue
    }
    for (const { receivable, share } of decided.value.applications) receivable.take(share)
    booked.push({
      ...decided.value,
      entry: { ...entry.value, periodo: facts.periods.idOf(row.fecha) },
    })
  }
  await writeCollections(context, cobrar.name, booked)
  return batch.outcome
}

/** Everything that the checks need, read once for the whole batch. */
interface Facts {
  readonly lines: ReadonlyMap<string, readonly ApplicationRow[]>
  readonly receivables: ReadonlyMap<string, OpenReceivable>
  readonly periods: Periods
  readonly entryRules: readonly EntryRule[]
  readonly accounts: ReadonlyMap<string, AccountRow>
  readonly rules: CollectionRules
}

async function loadFacts(
  { tx, caller, moment }: ActionContext,
  rows: readonly CollectionRow[],
): Promise<Facts> {
  const { empresa } = caller
  const lines = await findApplications(
    tx,
    empresa,
    rows.map(({ id }) => id),
  )
  const byCollection = Map.groupBy(lines, ({ cobro }) => cobro)
  const cuentas = [...new Set(lines.map(({ cuenta }) => cuenta))]
  const locked = await lockReceivables(tx, empresa, cuentas)
  const receivables = new Map([...locked].map(([id, row]) => [id, new OpenReceivable(row)]))
  const [currency, periods, entryRules, rates] = await Promise.all([
    findCompanyCurrency(tx, empresa),
    loadPeriods(tx, empresa, { days: rows.map(({ fecha }) => fecha), module: 'tesoreria' }),
    findEntryRules(tx, empresa, { model: cobrar.model, event: cobrar.name }),
    findDayRates(tx, empresa, askedRates(rows, byCollection, receivables)),
  ])
  const named = rows.flatMap(({ cliente_cuenta: customer, banco_cuenta: bank }) =>
    [customer, bank].flatMap((account) => account ?? []),
  )
  const accounts = await findAccounts(tx, empresa, [
    ...new Set([...accountsNeeded([], entryRules), ...named]),
  ])
  const { today } = moment
  const mayUseAnyRate = caller.rights.isAdministrator
  return {
    lines: byCollection,
    receivables,
    periods,
    entryRules,
    accounts,
    rules: { currency, rates: new DayRates(rates), mayUseAnyRate, today },
  }
}

/** The rates of the currencies of collections and of what they pay, on their days. */
function askedRates(
  rows: readonly CollectionRow[],
  lines: ReadonlyMap<string, readonly ApplicationRow[]>,
  receivables: ReadonlyMap<string, OpenReceivable>,
) {
  return rows.flatMap(({ id, moneda, fecha }) => [
    { moneda, fecha },
    ...(lines.get(id) ?? []).flatMap(({ cuenta }) => {
      const receivable = receivables.get(cuenta)
      return receivable === undefined ? [] : [{ moneda: receivable.row.moneda, fecha }]
    }),
  ])
}
