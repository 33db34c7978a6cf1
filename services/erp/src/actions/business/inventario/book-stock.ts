import { ApiError, type ErrorEntry } from '../../../errors.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  findOpenEntries,
} from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import type { EntrySource } from '../contabilidad/decisions/entry-source.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting, ReversalPosting } from '../contabilidad/effects/write-entries.ts'

/** What entries of stock are made by: the periods of their days stay open to the end of the transaction. */
export interface StockBooks {
  readonly periods: Periods
  /** The company's currency. */
  readonly moneda: string
}

const MODULE = 'inventario'

/** To be called before stock moves: a day in a period that is not open refuses its documents. */
export async function openStockBooks(
  { tx, caller }: ActionContext,
  days: readonly string[],
): Promise<StockBooks> {
  const [periods, moneda] = await Promise.all([
    loadPeriods(tx, caller.empresa, { days, module: MODULE }),
    findCompanyCurrency(tx, caller.empresa),
  ])
  return { periods, moneda }
}

export function closedDay({ periods }: StockBooks, day: string): readonly ErrorEntry[] {
  const problem = periods.problemOf(day)
  return problem === null ? [] : [problem]
}

/**
 * The entries of events of one kind.
 * @throws ApiError CONFIGURATION_INCOMPLETE: stock has moved by now, so nothing of the set may stay
 */
export async function planStockEntries(
  { tx, caller }: ActionContext,
  { periods }: StockBooks,
  sources: readonly EntrySource[],
): Promise<readonly EntryPosting[]> {
  const [first] = sources
  if (first === undefined) return []
  const rules = await findEntryRules(tx, caller.empresa, first)
  const accounts = await findAccounts(tx, caller.empresa, accountsNeeded(sources, rules))
  return sources.flatMap((source) => {
    const planned = planEntry(source, { rules, accounts })
    if (!planned.ok) throw new ApiError([planned.error])
    if (planned.value.lines.length === 0) return []
    return [{ ...planned.value, periodo: periods.idOf(source.fecha) }]
  })
}

/** The counter-entries of documents of one model, by document. */
export async function planCounterEntries(
  { tx, caller, moment }: ActionContext,
  { periods }: StockBooks,
  details: { readonly model: string; readonly ids: readonly string[]; readonly reason: string },
): Promise<ReadonlyMap<string, readonly ReversalPosting[]>> {
  const open = await findOpenEntries(tx, caller.empresa, details)
  const reversals = open.map((entry) => ({
    open: entry,
    fecha: moment.today,
    periodo: periods.idOf(moment.today),
    concepto: `Reversa de ${entry.folio}: ${details.reason}`.slice(0, MAX_CONCEPT),
  }))
  return Map.groupBy(reversals, (reversal) => reversal.open.registro ?? '')
}

const MAX_CONCEPT = 250
