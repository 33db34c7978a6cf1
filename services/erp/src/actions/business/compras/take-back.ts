import { ApiError } from '../../../errors.ts'
import { findOpenEntries, type OpenEntry } from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { reverseMovements } from '../inventario/reverse-movements.ts'
import type { Order } from './decisions/received-orders.ts'
import { reversalOf } from './effects/receipt-reversal.ts'
import { settleOrders, type SettlementFacts } from './settle-orders.ts'

/** What documents of a model booked, and the period of the counter-entries. */
export interface TakingBack {
  readonly entries: ReadonlyMap<string, readonly OpenEntry[]>
  readonly periods: Periods
}

export async function loadTakingBack(
  { tx, caller, moment }: ActionContext,
  of: { readonly model: string; readonly ids: readonly string[] },
): Promise<TakingBack> {
  const [entries, periods] = await Promise.all([
    findOpenEntries(tx, caller.empresa, of),
    loadPeriods(tx, caller.empresa, { days: [moment.today], module: 'compras' }),
  ])
  return { entries: Map.groupBy(entries, ({ registro }) => registro ?? ''), periods }
}

/** A document that is taken back: what its action did, or nothing where it was a draft. */
export interface TakenDocument {
  readonly id: string
  readonly folio: string
  readonly estado: string
  /** Null: it had done nothing yet. */
  readonly compra: string | null
}

/**
 * Books the opposite of what documents booked, as of today, and settles their purchases at what stands received of them
 * now.
 */
export async function settleTakenBack(
  context: ActionContext,
  of: {
    readonly action: { readonly model: string; readonly name: string; readonly to: string }
    readonly documents: readonly TakenDocument[]
    readonly orders: ReadonlyMap<string, Order>
    readonly facts: SettlementFacts
    readonly taking: TakingBack
  },
): Promise<void> {
  const { moment, inputs } = context
  const { model, name, to } = of.action
  const done = of.documents.filter(({ compra }) => compra !== null)
  const { entries, periods } = of.taking
  await settleOrders(context, {
    action: { name, reason: String(inputs.get('motivo')).trim() },
    facts: of.facts,
    periods,
    orders: [...new Set(done.map(({ compra }) => compra ?? ''))].flatMap((id) => {
      const order = of.orders.get(id)
      return order === undefined ? [] : [{ order, fecha: moment.today }]
    }),
    closed: new Set(),
    accruals: [],
    takenBack: { model, ids: done.map(({ id }) => id) },
    entries: [],
    reversals: done.flatMap(({ id, folio }) =>
      (entries.get(id) ?? []).map((open) =>
        reversalOf(open, { folio, today: moment.today, periods }),
      ),
    ),
    deeds: of.documents.map(({ id, folio, estado }) => ({
      model,
      id,
      folio,
      before: estado,
      after: to,
    })),
  })
}

/** A document with the MovimientoInventario that it made, if it made one. */
interface Moved {
  readonly id: string
  readonly movimiento: string | null
  readonly movimiento_folio: string | null
}

/**
 * Takes the movements of documents back, each at the value that it moved: the counter-entry of the document has no other.
 * @throws ApiError OUT_OF_STOCK when stock cannot, so that the documents of a batch are tried one by one
 */
export async function takeStockBack(
  context: ActionContext,
  documents: readonly Moved[],
  refuse: (id: string, ...problems: ApiError['errors']) => void,
): Promise<void> {
  const outcome = await reverseMovements(
    context,
    documents.flatMap(({ movimiento: id, movimiento_folio: folio }) =>
      id === null ? [] : [{ id, folio: folio ?? '' }],
    ),
  )
  for (const { id, movimiento } of documents) {
    const problems = outcome.refused.get(movimiento ?? '')
    if (problems !== undefined) refuse(id, ...problems)
    const lines = outcome.moved.get(movimiento ?? '')?.lines ?? []
    if (lines.every(({ variance }) => variance === 0n)) continue
    const message =
      `What ${id} moved is not in stock at its own cost any more, and cannot be taken back whole: ` +
      'return what is left of a receipt with a DevolucionCompra.'
    throw new ApiError([{ code: 'OUT_OF_STOCK', message }])
  }
}
