import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, sumOf } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { quantityText } from '../quantity.ts'
import { checkService } from './decisions/check-service.ts'
import { loadOrders, orderProblem } from './load-orders.ts'
import { bookedTotal, RECEIVE, receiveGoods, type Arrival, type Received } from './receive-goods.ts'
import { RECEPCION_SERVICIO_STATES } from './recepcion-servicio-states.ts'
import { changeServiceReceipts, lockServiceReceipts } from './store/service-receipt-store.ts'

/**
 * Accepts services: the part of a line of their purchase that their amount is.
 * @source docs/decisions/0247-erp-receiving.md
 */
export const recibirServicio: RecordAction = {
  model: 'RecepcionServicio',
  name: RECEIVE,
  label: 'Recibir servicio',
  mode: 'grid_action',
  inputs: [],
  emits: ['aceptada'],
  run: receive,
}

async function receive(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockServiceReceipts(tx, empresa, ids), {
    model: recibirServicio.model,
    states: statesBefore(RECEPCION_SERVICIO_STATES, RECEIVE),
  })
  const orders = await loadOrders(
    context,
    batch.remaining.map(({ compra }) => compra),
  )
  const arrivals = batch.remaining.flatMap((receipt): Arrival[] => {
    const order = orders.get(receipt.compra)
    if (order === undefined) throw new Error(`RecepcionServicio ${receipt.id} has no purchase`)
    const closed = orderProblem(order)
    const checked = closed === null ? checkService(receipt, order) : { problem: closed }
    if ('problem' in checked) {
      batch.refuse(receipt.id, checked.problem)
      return []
    }
    const { id, folio, fecha } = receipt
    return [
      {
        key: id,
        model: 'RecepcionServicio',
        id,
        folio,
        order,
        fecha,
        day: fecha,
        almacen: null,
        lines: [{ id, partida: 1, ...checked, lote: null, serie: null, ubicacion: null }],
      },
    ]
  })
  const received = await receiveGoods(context, arrivals, {
    refuse: (key, ...problems) => batch.refuse(key, ...problems),
    deedOf,
  })
  await changeServiceReceipts(tx, empresa, {
    changes: received.flatMap(({ arrival, lines }) =>
      lines.map(({ arriving }) => ({
        id: arrival.id,
        estado: 'aceptada',
        compra_partida: arriving.line.row.id,
        cantidad: quantityText(arriving.accepted),
        importe_base: amountText(sumOf(lines.map(({ value }) => value.base))),
      })),
    ),
    now: moment.now,
  })
  return batch.outcome
}

function deedOf(received: Received) {
  const { id, folio, order } = received.arrival
  const more = { compra: order.purchase.folio, importe: bookedTotal(received) }
  return { model: recibirServicio.model, id, folio, before: 'borrador', after: 'aceptada', more }
}
