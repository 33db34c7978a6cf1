import { ApiError } from '../../../errors.ts'
import { NOT_WHOLE_IN_STOCK } from '../../../messages/receiving.ts'
import { findOpenEntries, type OpenEntry } from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { reverseMovements } from '../inventario/reverse-movements.ts'
import type { Order } from './decisions/received-orders.ts'
import { reversalOf } from './effects/receipt-reversal.ts'
import { settleOrders, type SettlementFacts } from './settle-orders.ts'
import type { MadeMovement } from './store/made-movement-store.ts'

/** What documents of a model booked, and the period of the counter-entries. */
export interface TakingBack {
  readonly entries: ReadonlyMap<string, readonly OpenEntry[]>
  readonly periods: Periods
}

export async function loadTakingBack(
  { tx, caller, moment }: ActionContext,
  details: { readonly model: string; readonly ids: readonly string[] },
): Promise<TakingBack> {
  const [entries, periods] = await Promise.all([
    findOpenEntries(tx, caller.empresa, details),
    loadPeriods(tx, caller.empresa, { days: [moment.today], module: 'compras' }),
  ])
  return { entries: Map.groupBy(entries, ({ registro }) => registro ?? ''), periods }
}

/** A document that is taken back with what it did. */
interface TakenDocument {
  readonly id: string
  readonly folio: string
  readonly compra: string
}

/**
 * Books the opposite of what documents booked, as of today, and settles their purchases at what stands received of them
 * now.
 */
export async function settleTakenBack(
  context: ActionContext,
  changes: Changes,
  details: {
    readonly model: string
    readonly documents: readonly TakenDocument[]
    readonly orders: ReadonlyMap<string, Order>
    readonly facts: SettlementFacts
    readonly taking: TakingBack
  },
): Promise<void> {
  const { today } = context.moment
  const { entries, periods } = details.taking
  changes.post({
    reversals: details.documents.flatMap(({ id, folio }) =>
      (entries.get(id) ?? []).map((open) => reversalOf(open, { folio, today, periods })),
    ),
  })
  await settleOrders(context, changes, {
    facts: details.facts,
    periods,
    orders: [...new Set(details.documents.map(({ compra }) => compra))].flatMap((id) => {
      const order = details.orders.get(id)
      return order === undefined ? [] : [{ order, fecha: today }]
    }),
    closing: null,
    accruals: [],
    takenBack: { model: details.model, ids: details.documents.map(({ id }) => id) },
  })
}

/**
 * Takes the movements that documents made back, each at the value that it moved: the counter-entry of the document has no
 * other.
 * @throws ApiError OUT_OF_STOCK when stock cannot, so that the documents of a batch are tried one by one
 */
export async function takeStockBack(
  context: ActionContext,
  details: {
    readonly documents: readonly { readonly id: string }[]
    readonly movements: ReadonlyMap<string, MadeMovement>
  },
  refuse: (id: string, ...problems: ApiError['errors']) => void,
): Promise<void> {
  const made = details.documents.flatMap(({ id }) => {
    const movement = details.movements.get(id)
    return movement === undefined ? [] : [{ id, movement }]
  })
  const outcome = await reverseMovements(
    context,
    made.map(({ movement }) => movement),
  )
  for (const { id, movement } of made) {
    const problems = outcome.refused.get(movement.id)
    if (problems !== undefined) refuse(id, ...problems)
    const lines = outcome.moved.get(movement.id)?.lines ?? []
    if (lines.every(({ variance }) => variance === 0n)) continue
    throw new ApiError([{ code: 'OUT_OF_STOCK', message: NOT_WHOLE_IN_STOCK({ id }) }])
  }
}
