import { AUDIT_COUNTER, recordAudit } from '../../store/audit-store.ts'
import { enqueueEvents } from '../../store/outbox-store.ts'
import type { ActionContext } from './action.ts'

/** What an action did to a record of any model. */
export interface Deed {
  readonly model: string
  readonly id: string
  /** Null: it is new. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>>
  /** What subscribers of the model hear; null: nothing. */
  readonly event: string | null
  /** What they hear of it, where that is not `after`. */
  readonly told?: Readonly<Record<string, unknown>>
  /** Of a record that the action makes or completes as somebody would by hand; else the action itself is told of. */
  readonly operation?: 'alta' | 'cambio'
  /** Why, where that is not why the action is done. */
  readonly reason?: string
}

/** What an action did to a document that moves through states. */
export interface DocumentDeed {
  readonly id: string
  readonly folio: string
  /** Null: it is new. */
  readonly before: string | null
  readonly after: string
  readonly more?: Readonly<Record<string, unknown>>
}

/** Records what an action did to records of several models: a row in the audit log each, and the events of some. */
export async function recordAll(
  context: ActionContext,
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
  const { tx, caller, moment } = context
  const { now } = moment
  await Promise.all([
    enqueueEvents(tx, caller.empresa, {
      events: deeds.flatMap(({ model, id, after, event, told }) =>
        event === null
          ? []
          : [{ modelo: model, evento: event, registro: id, datos: told ?? after }],
      ),
      now,
    }),
    recordAudit(tx, caller, {
      entries: deeds.map(({ model, id, before, after, operation, reason = action.reason }) => ({
        id: numbers(AUDIT_COUNTER),
        model,
        recordId: id,
        operation: operation ?? 'accion',
        action: operation === undefined ? action.name : null,
        reason: reasonOf(context, reason, { model, id }),
        before,
        after,
      })),
      now,
    }),
  ])
}

// The length of RegistroAuditoria.motivo.
const MAX_REASON = 500

/** Why, and what a rule that only warns says of it. */
function reasonOf(
  { remarks }: ActionContext,
  reason: string | null,
  { model, id }: Pick<Deed, 'model' | 'id'>,
): string | null {
  const remark = remarks?.model === model ? remarks.byId.get(id) : undefined
  if (remark === undefined) return reason
  return [reason, remark.message]
    .filter((text) => text !== null)
    .join(' ')
    .slice(0, MAX_REASON)
}

/** A document's deed as one of any record: subscribers hear the state it came to, with its folio. */
export function deedOf(model: string, { id, folio, before, after, more }: DocumentDeed): Deed {
  return {
    model,
    id,
    before: before === null ? null : { estado: before },
    after: { estado: after, ...more },
    event: after,
    told: { folio, estado: after, ...more },
  }
}
