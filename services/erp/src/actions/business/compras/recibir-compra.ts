import { mexicanDay } from '../../../identity/mexican-day.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { quantity, quantityText } from '../quantity.ts'
import { checkReceipt } from './decisions/check-receipt.ts'
import type { Order } from './decisions/received-orders.ts'
import { loadOrders, orderProblem } from './load-orders.ts'
import { bookedTotal, RECEIVE, receiveGoods, type Arrival, type Received } from './receive-goods.ts'
import { RECEPCION_COMPRA_STATES } from './recepcion-compra-states.ts'
import {
  applyReceiptLines,
  changeReceipts,
  lockReceiptLines,
  lockReceipts,
  type ReceiptLineRow,
  type ReceiptRow,
} from './store/receipt-store.ts'

/**
 * Applies receipts: what they accepted is received of their purchases.
 * @source docs/decisions/0247-erp-receiving.md
 */
export const recibirCompra: RecordAction = {
  model: 'RecepcionCompra',
  name: RECEIVE,
  label: 'Recibir compra',
  mode: 'grid_action',
  inputs: [],
  emits: ['aplicada'],
  run: receive,
}

async function receive(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockReceipts(tx, empresa, ids), {
    model: recibirCompra.model,
    states: statesBefore(RECEPCION_COMPRA_STATES, RECEIVE),
  })
  const receipts = batch.remaining
  if (receipts.length === 0) return batch.outcome
  const orders = await loadOrders(
    context,
    receipts.map(({ compra }) => compra),
  )
  const rows = await lockReceiptLines(tx, empresa, {
    receipts: receipts.map(({ id }) => id),
    lines: [],
  })
  const byReceipt = Map.groupBy(rows, ({ recepcion }) => recepcion)
  const arrivals = receipts.flatMap((receipt) => {
    const order = orders.get(receipt.compra)
    if (order === undefined) throw new Error(`RecepcionCompra ${receipt.id} has no purchase`)
    const lines = (byReceipt.get(receipt.id) ?? []).toSorted((a, b) => a.partida - b.partida)
    const problem = orderProblem(order)
    const checked = problem === null ? checkReceipt(receipt, lines, order) : { problems: [problem] }
    if ('lines' in checked) return [arrivalOf({ receipt, order, lines })]
    batch.refuse(receipt.id, ...checked.problems)
    return []
  })
  const received = await receiveGoods(context, arrivals, {
    refuse: (key, ...problems) => batch.refuse(key, ...problems),
    deedOf: (one) => deedOf(one, receipts),
  })
  await changeReceipts(tx, empresa, {
    ids: received.map(({ arrival }) => arrival.id),
    estado: 'aplicada',
    now: moment.now,
  })
  await applyReceiptLines(tx, empresa, {
    lines: received.flatMap((one) => appliedLines(one, byReceipt)),
    now: moment.now,
  })
  return batch.outcome
}

function arrivalOf({
  receipt,
  order,
  lines,
}: {
  readonly receipt: ReceiptRow
  readonly order: Order
  readonly lines: readonly ReceiptLineRow[]
}): Arrival {
  const { id, folio, fecha, almacen } = receipt
  const byId = new Map(order.lines.map((line) => [line.row.id, line]))
  return {
    key: id,
    model: 'RecepcionCompra',
    id,
    folio,
    order,
    fecha,
    day: mexicanDay(Date.parse(fecha)),
    almacen,
    lines: lines.flatMap((row) => {
      const line = byId.get(row.compra_partida)
      const { partida, lote, serie, ubicacion } = row
      const accepted = quantity(row.aceptada)
      return line === undefined
        ? []
        : [{ id: row.id, partida, line, accepted, lote, serie, ubicacion }]
    }),
  }
}

function deedOf(received: Received, receipts: readonly ReceiptRow[]) {
  const { id, folio, order } = received.arrival
  const before = receipts.find((receipt) => receipt.id === id)?.estado ?? null
  return {
    model: recibirCompra.model,
    id,
    folio,
    before,
    after: 'aplicada',
    more: {
      compra: order.purchase.folio,
      importe: bookedTotal(received),
      movimiento: received.movement?.folio ?? null,
    },
  }
}

function appliedLines(
  { arrival, lines }: Received,
  rows: ReadonlyMap<string, readonly ReceiptLineRow[]>,
) {
  const byId = new Map((rows.get(arrival.id) ?? []).map((row) => [row.id, row]))
  return lines.map(({ arriving, value }) => {
    const rejected = quantity(byId.get(arriving.id)?.rechazada ?? '0')
    return {
      id: arriving.id,
      cantidad_recibida: quantityText(arriving.accepted + rejected),
      importe_base: amountText(value.base),
    }
  })
}
