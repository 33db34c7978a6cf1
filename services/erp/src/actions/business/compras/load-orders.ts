import type { ErrorEntry } from '../../../errors.ts'
import type { ActionContext } from '../action.ts'
import { orderOf, type Order } from './decisions/received-orders.ts'
import { lockOrderLines } from './store/order-line-store.ts'
import { lockPurchases } from './store/purchase-store.ts'

/** Locks purchases, then their lines, each in the order of their ids; by id. */
export async function loadOrders(
  { tx, caller }: ActionContext,
  compras: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  const ids = [...new Set(compras)]
  const purchases = await lockPurchases(tx, caller.empresa, ids)
  const rows = await lockOrderLines(tx, caller.empresa, ids)
  const lines = Map.groupBy(rows, ({ compra }) => compra)
  return new Map(
    [...purchases].map(([id, purchase]) => [id, orderOf(purchase, lines.get(id) ?? [])]),
  )
}

const RECEIVABLE: ReadonlySet<string> = new Set(['autorizada', 'recibida_parcial'])

/** Why nothing more of a purchase is received, or null. */
export function orderProblem({ purchase }: Order): ErrorEntry | null {
  if (RECEIVABLE.has(purchase.estado)) return null
  const message = `Compra ${purchase.id} is ${purchase.estado}; only what is autorizada or recibida_parcial is received.`
  return { code: 'INVALID_STATE', field: 'compra', message }
}
