import { ApiError } from '../../../../errors.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  findOpenEntries,
} from '../../../../store/journal-store.ts'
import type { ActionContext } from '../../action.ts'
import type { Periods } from '../../contabilidad/accounting-periods.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import { accountsNeeded, planEntry } from '../../contabilidad/decisions/plan-entry.ts'
import { takeNumbering } from '../../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
  type Postings,
  type ReversalPosting,
} from '../../contabilidad/effects/write-entries.ts'

/**
 * Books what the documents of one event cost. Once their stock has moved, and last but for the audit log.
 * @throws ApiError CONFIGURATION_INCOMPLETE, which undoes what moved
 */
export async function writeCostEntries(
  context: ActionContext,
  of: { readonly model: string; readonly event: string; readonly periods: Periods },
  sourcesIn: (currency: string) => readonly EntrySource[],
): Promise<void> {
  const { tx, caller } = context
  const rules = await findEntryRules(tx, caller.empresa, of)
  const sources = sourcesIn(await findCompanyCurrency(tx, caller.empresa))
  const accounts = await findAccounts(tx, caller.empresa, accountsNeeded(sources, rules))
  const entries = sources.flatMap((source): readonly EntryPosting[] => {
    const planned = planEntry(source, { rules, accounts })
    if (!planned.ok) throw new ApiError([planned.error])
    if (planned.value.lines.length === 0) return []
    return [{ ...planned.value, periodo: of.periods.idOf(source.fecha) }]
  })
  await write(context, { entries, reversals: [] })
}

/** Books the other way round what documents of a model booked, today. */
export async function reverseEntries(
  context: ActionContext,
  of: {
    readonly model: string
    readonly documents: readonly { readonly id: string; readonly folio: string }[]
    readonly periods: Periods
  },
): Promise<void> {
  const { tx, caller, moment } = context
  const folios = new Map(of.documents.map(({ id, folio }) => [id, folio]))
  const open = await findOpenEntries(tx, caller.empresa, { ...of, ids: [...folios.keys()] })
  const reversals = open.map((entry): ReversalPosting => ({
    open: entry,
    fecha: moment.today,
    periodo: of.periods.idOf(moment.today),
    concepto: `Reversa de ${entry.folio}: ${folios.get(entry.registro ?? '') ?? ''}`,
  }))
  await write(context, { entries: [], reversals })
}

async function write(context: ActionContext, postings: Postings): Promise<void> {
  if (postings.entries.length + postings.reversals.length === 0) return
  const { tx, caller } = context
  const numbering = await takeNumbering(tx, caller.empresa, numbersNeeded(postings))
  await writeEntries(context, postings, numbering)
}
