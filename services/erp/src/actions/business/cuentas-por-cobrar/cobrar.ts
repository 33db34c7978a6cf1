import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import { loadIssuer, type Issuer } from '../cfdi/issuer.ts'
import { planEntry } from '../contabilidad/decisions/plan-entry.ts'
import { DocumentBatch } from '../document-batch.ts'
import type { Outside } from '../outside.ts'
import { COBRO_CLIENTE_STATES } from './cobro-cliente-states.ts'
import { COLLECTION_KIND } from './collection-kind.ts'
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
import { findComplemented } from './store/complement-store.ts'
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
  ask: async (outside, ids) => {
    const issuer = await issuerFor(outside, ids)
    return async (context, admitted) => await collect(context, admitted, issuer)
  },
  // Only for records that the caller could not reach a moment before: nothing is told to the SAT of those now.
  run: async (context, ids) => await collect(context, ids, { value: null, problems: [] }),
  follow: async (outside, ids) => toldLater(await followIntents(outside, COLLECTION_KIND, ids)),
}

/** Who tells the SAT of collections; null where there is nothing to tell, or the company cannot. */
interface FoundIssuer {
  readonly value: Issuer | null
  readonly problems: readonly ErrorEntry[]
}

async function issuerFor(outside: Outside, ids: readonly string[]): Promise<FoundIssuer> {
  const { database, caller } = outside
  const told = await writeAs(database, caller.empresa, (tx) =>
    findComplemented(tx, caller.empresa, ids),
  )
  if (told.size === 0) return { value: null, problems: [] }
  try {
    return { value: await loadIssuer(outside), problems: [] }
  } catch (error) {
    if (error instanceof ApiError) return { value: null, problems: error.errors }
    throw error
  }
}

/** Money that came in is booked whatever the SAT or the PAC says of it. */
function toldLater({ refused, warnings }: ActionOutcome): ActionOutcome {
  return { refused: new Map(), warnings: new Map([...warnings, ...refused]) }
}

async function collect(
  context: ActionContext,
  ids: readonly string[],
  issuer: FoundIssuer,
): Promise<ActionOutcome> {
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
  const untold = await writeCollections(
    context,
    { action: cobrar.name, issuer: issuer.value },
    booked,
  )
  const unable = issuer.problems.length === 0 ? [] : await owing(context, booked)
  const warnings = new Map([
    ...[...untold].map(([id, problems]) => [id, problems.map(later)] as const),
    ...unable.map((id) => [id, issuer.problems.map(later)] as const),
  ])
  return { ...batch.outcome, warnings }
}

/** Those of the collections of which the SAT has to be told. */
async function owing(
  { tx, caller }: ActionContext,
  booked: readonly BookedCollection[],
): Promise<readonly string[]> {
  const ids = booked.map(({ row }) => row.id)
  return [...(await findComplemented(tx, caller.empresa, ids))]
}

function later(problem: ErrorEntry): ErrorEntry {
  const message = `The money is collected, but its complement of payments is not made: ${problem.message} Mend it and call timbrar_complemento.`
  return { ...problem, message }
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
