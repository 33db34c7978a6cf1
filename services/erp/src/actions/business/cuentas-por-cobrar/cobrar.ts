import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { planEntry } from '../contabilidad/decisions/plan-entry.ts'
import { DocumentBatch } from '../inventario/document-batch.ts'
import { COBRO_CLIENTE_STATES } from './cobro-cliente-states.ts'
import { collectionSource } from './decisions/collection-entry.ts'
import { decideCollection } from './decisions/collection.ts'
import { OpenReceivable } from './decisions/receivable-state.ts'
import { writeCollections, type BookedCollection } from './effects/write-collections.ts'
import { loadSettlement, type Settlement } from './load-settlement.ts'
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
interface Facts extends Settlement {
  readonly lines: ReadonlyMap<string, readonly ApplicationRow[]>
  readonly receivables: ReadonlyMap<string, OpenReceivable>
}

async function loadFacts(context: ActionContext, rows: readonly CollectionRow[]): Promise<Facts> {
  const { tx, caller } = context
  const { empresa } = caller
  const ids = rows.map(({ id }) => id)
  const lines = await findApplications(tx, empresa, ids)
  const cuentas = [...new Set(lines.map(({ cuenta }) => cuenta))]
  const locked = await lockReceivables(tx, empresa, cuentas)
  const settlement = await loadSettlement(context, {
    model: cobrar.model,
    event: cobrar.name,
    module: 'tesoreria',
    days: rows.map(({ fecha }) => fecha),
    currencies: [...rows, ...locked.values()].map(({ moneda }) => moneda),
    accounts: rows.flatMap(({ cliente_cuenta, banco_cuenta }) => [cliente_cuenta, banco_cuenta]),
  })
  return {
    ...settlement,
    lines: Map.groupBy(lines, ({ cobro }) => cobro),
    receivables: new Map([...locked].map(([id, row]) => [id, new OpenReceivable(row)])),
  }
}
