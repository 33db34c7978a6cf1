import type { ErrorEntry } from '../../../errors.ts'
import { PURCHASE_NOT_RECEIVABLE } from '../../../messages/purchases.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { PURCHASE, type Purchase } from './decisions/purchase.ts'
import { orderOf, type Order } from './decisions/received-orders.ts'
import { lockOrderLines } from './store/order-line-store.ts'

/** Locks purchases, then their lines, each in the order of their ids; by id. */
export async function loadOrders(
  context: ActionContext,
  compras: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  const ids = [...new Set(compras)]
  const purchases = await lockRows(context, 'Compra', { ids, fields: PURCHASE })
  return await ordersOf(context, [...purchases.values()])
}

/** Locks the lines of locked purchases in the order of their ids. */
export async function ordersOf(
  { tx, caller }: ActionContext,
  purchases: readonly Purchase[],
): Promise<ReadonlyMap<string, Order>> {
  if (purchases.length === 0) return new Map()
  const ids = purchases.map(({ id }) => id)
  const lines = Map.groupBy(await lockOrderLines(tx, caller.empresa, ids), ({ compra }) => compra)
  return new Map(
    purchases.map((purchase) => [purchase.id, orderOf(purchase, lines.get(purchase.id) ?? [])]),
  )
}

const RECEIVABLE: ReadonlySet<string> = new Set(['autorizada', 'recibida_parcial'])

/** Why nothing more of a purchase is received, or null. */
export function orderProblem({ purchase }: Order): ErrorEntry | null {
  if (RECEIVABLE.has(purchase.estado)) return null
  const message = PURCHASE_NOT_RECEIVABLE({ id: purchase.id, state: purchase.estado })
  return { code: 'INVALID_STATE', field: 'compra', message }
}
