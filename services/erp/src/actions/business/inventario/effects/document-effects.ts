import { AUDIT_COUNTER, recordAudit } from '../../../../store/audit-store.ts'
import type { NewEntry } from '../../../../store/journal-store.ts'
import { enqueueEvents } from '../../../../store/outbox-store.ts'
import type { ActionContext } from '../../action.ts'
import { takeNumbering } from '../../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type Postings,
} from '../../contabilidad/effects/write-entries.ts'

/** What an action did to a document, for the audit log and for subscribers. */
export interface DocumentDeed {
  readonly id: string
  readonly folio: string
  /** Null: it is new. */
  readonly before: string | null
  readonly after: string
  readonly more?: Readonly<Record<string, unknown>>
}

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
  const { tx, caller, moment } = context
  const { model } = action
  const { now } = moment
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, deeds.length]]),
    series: needed.series,
  })
  const [entries] = await Promise.all([
    writeEntries(context, postings, numbering),
    enqueueEvents(tx, caller.empresa, {
      events: deeds.map(({ id, folio, after, more }) => ({
        modelo: model,
        evento: after,
        registro: id,
        datos: { folio, estado: after, ...more },
      })),
      now,
    }),
    recordAudit(tx, caller, {
      entries: deeds.map(({ id, before, after, more }) => ({
        id: numbering.numbers(AUDIT_COUNTER),
        model,
        recordId: id,
        operation: 'accion',
        action: action.name,
        reason: action.reason,
        before: before === null ? null : { estado: before },
        after: { estado: after, ...more },
      })),
      now,
    }),
  ])
  return entries
}
