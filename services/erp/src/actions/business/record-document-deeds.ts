import { AUDIT_COUNTER } from '../../store/audit-store.ts'
import type { NewEntry } from '../../store/journal-store.ts'
import type { ActionContext } from './action.ts'
import { takeNumbering } from './contabilidad/effects/entry-folios.ts'
import { numbersNeeded, writeEntries, type Postings } from './contabilidad/effects/write-entries.ts'
import { deedOf, recordAll, type DocumentDeed } from './record-deeds.ts'

const NO_POSTINGS: Postings = { entries: [], reversals: [] }

/**
 * Records what an action did to documents of one model, a row in the audit log each and an event, and writes the entries
 * of it, whose numbers are taken together with those.
 */
export async function recordDeeds(
  context: ActionContext,
  action: { readonly model: string; readonly name: string; readonly reason: string | null },
  deeds: readonly DocumentDeed[],
  postings: Postings = NO_POSTINGS,
): Promise<readonly NewEntry[]> {
  if (deeds.length === 0) return []
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(context.tx, context.caller.empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, deeds.length]]),
    series: needed.series,
  })
  const [entries] = await Promise.all([
    writeEntries(context, postings, numbering),
    recordAll(context, action, {
      deeds: deeds.map((deed) => deedOf(action.model, deed)),
      numbers: numbering.numbers,
    }),
  ])
  return entries
}
