import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { receiptLineOf, type ReturnFacts } from './decisions/check-return.ts'
import { RECEIPT_LINE } from './decisions/receipt.ts'
import { loadOrders } from './load-orders.ts'
import { findReturnLines, type ReturnLineRow } from './store/return-store.ts'

export interface LoadedReturns extends ReturnFacts {
  readonly rows: ReadonlyMap<string, readonly ReturnLineRow[]>
}

/** Reads the lines of returns and locks the purchases and the lines of receipts that they are of. */
export async function loadReturns(
  context: ActionContext,
  returns: readonly string[],
): Promise<LoadedReturns> {
  const { tx, caller } = context
  const rows = await findReturnLines(tx, caller.empresa, returns)
  const orders = await loadOrders(
    context,
    rows.flatMap(({ compra }) => compra ?? []),
  )
  const lines = await lockRows(context, 'RecepcionCompraPartida', {
    ids: rows.flatMap(({ recepcion_partida: id }) => id ?? []),
    fields: RECEIPT_LINE,
  })
  // What a receipt is may have changed while its purchase was waited for.
  const current = await findReturnLines(tx, caller.empresa, returns)
  return {
    rows: Map.groupBy(current, ({ devolucion }) => devolucion),
    orders,
    receiptLines: new Map([...lines].map(([id, line]) => [id, receiptLineOf(line)])),
  }
}
