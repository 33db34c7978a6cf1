import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../errors.ts'
import { findAccounts, findEntryRules } from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import { loadPeriods } from './accounting-periods.ts'
import type { EntrySource } from './decisions/entry-source.ts'
import { accountsNeeded, planEntry } from './decisions/plan-entry.ts'
import type { EntryPosting } from './effects/write-entries.ts'

interface Event {
  readonly model: string
  readonly event: string
  readonly sources: readonly EntrySource[]
}

/** The entries that events of sales make; see `planEntries`. */
export async function planSaleEntries(
  context: ActionContext,
  details: Event,
): ReturnType<typeof planEntries> {
  return await planEntries(context, { ...details, module: 'ventas' })
}

/**
 * The entries that events of a module make, by record; why not, for those that cannot be booked. Loads what they need once
 * for the whole set; the periods stay open to the end of the transaction.
 */
export async function planEntries(
  { tx, caller }: ActionContext,
  details: Event & { readonly module: string },
): Promise<ReadonlyMap<string, Result<EntryPosting, ErrorEntry>>> {
  const { sources } = details
  if (sources.length === 0) return new Map()
  const { empresa } = caller
  const [periods, rules] = await Promise.all([
    loadPeriods(tx, empresa, { days: sources.map(({ fecha }) => fecha), module: details.module }),
    findEntryRules(tx, empresa, details),
  ])
  const accounts = await findAccounts(tx, empresa, accountsNeeded(sources, rules))
  return new Map(
    sources.map((source): [string, Result<EntryPosting, ErrorEntry>] => {
      const closed = periods.problemOf(source.fecha)
      if (closed !== null) return [source.record, fail(closed)]
      const planned = planEntry(source, { rules, accounts })
      if (!planned.ok) return [source.record, planned]
      return [source.record, ok({ ...planned.value, periodo: periods.idOf(source.fecha) })]
    }),
  )
}
