import { AUDIT_COUNTER, recordAudit } from '../../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../../store/counter-store.ts'
import { enqueueEvents } from '../../../../store/outbox-store.ts'
import type { ActionContext } from '../../action.ts'

/** What an action did to a document, for the audit log and for subscribers. */
export interface DocumentDeed {
  readonly id: string
  readonly folio: string
  /** Null: it is new. */
  readonly before: string | null
  readonly after: string
  readonly more?: Readonly<Record<string, unknown>>
}

/** Records what an action did to documents of one model: a row in the audit log each, and an event. */
export async function recordDeeds(
  { tx, caller, moment }: ActionContext,
  action: { readonly model: string; readonly name: string; readonly reason: string | null },
  deeds: readonly DocumentDeed[],
): Promise<void> {
  if (deeds.length === 0) return
  const { model } = action
  const { now } = moment
  const numbers = numberSource(
    await takeNumbers(tx, caller.empresa, new Map([[AUDIT_COUNTER, deeds.length]])),
  )
  await Promise.all([
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
        id: numbers(AUDIT_COUNTER),
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
}
