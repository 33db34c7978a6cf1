import { AUDIT_COUNTER, recordAudit } from '../../../../store/audit-store.ts'
import { enqueueEvents } from '../../../../store/outbox-store.ts'
import type { ActionContext } from '../../action.ts'

/** What an action did to a record of any model. */
export interface Deed {
  readonly model: string
  readonly id: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>>
  /** What subscribers of the model hear; null: nothing. */
  readonly event: string | null
}

/** Records what an action did to records of several models: a row in the audit log each, and the events of some. */
export async function recordAll(
  { tx, caller, moment }: ActionContext,
  action: { readonly name: string; readonly reason: string | null },
  {
    deeds,
    numbers,
  }: {
    readonly deeds: readonly Deed[]
    /** As many as there are deeds were taken from the counter of the audit log. */
    readonly numbers: (counter: string) => number
  },
): Promise<void> {
  const { now } = moment
  await Promise.all([
    enqueueEvents(tx, caller.empresa, {
      events: deeds.flatMap(({ model, id, after, event }) =>
        event === null ? [] : [{ modelo: model, evento: event, registro: id, datos: after }],
      ),
      now,
    }),
    recordAudit(tx, caller, {
      entries: deeds.map(({ model, id, before, after }) => ({
        id: numbers(AUDIT_COUNTER),
        model,
        recordId: id,
        operation: 'accion',
        action: action.name,
        reason: action.reason,
        before,
        after,
      })),
      now,
    }),
  ])
}
