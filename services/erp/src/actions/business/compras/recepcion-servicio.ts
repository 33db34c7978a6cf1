import { SERVICE_INVOICED } from '../../../messages/receiving.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { documentAction } from '../document-action.ts'
import { quantity, quantityText } from '../quantity.ts'
import { checkService, SERVICE, type ServiceReceipt } from './decisions/check-service.ts'
import type { Order } from './decisions/received-orders.ts'
import { loadOrders, orderProblem } from './load-orders.ts'
import { RECEIVE, receivedTold, receiveGoods, type Arrival } from './receive-goods.ts'
import { lockSettlement } from './settle-orders.ts'
import { loadTakingBack, settleTakenBack } from './take-back.ts'

// Services that suppliers did. @source docs/decisions/0247-erp-receiving.md

const MODEL = 'RecepcionServicio'

/** Accepts services: the part of a line of their purchase that their amount is. */
export const recibirServicio = documentAction('RecepcionServicio', {
  name: RECEIVE,
  label: 'Recibir servicio',
  fields: SERVICE,
  run: async ({ context, batch, changes, move }) => {
    const orders = await loadOrders(
      context,
      batch.remaining.map(({ compra }) => compra),
    )
    const receipts = new Map(batch.remaining.map((row) => [row.id, row]))
    const arrivals = batch.remaining.flatMap((receipt): Arrival[] => {
      const order = orders.get(receipt.compra)
      if (order === undefined) throw new Error(`${MODEL} ${receipt.id} has no purchase`)
      const closed = orderProblem(order)
      const checked = closed === null ? checkService(receipt, order) : { problem: closed }
      if ('line' in checked) return [arrivalOf(receipt, order, checked)]
      batch.refuse(receipt.id, checked.problem)
      return []
    })
    await receiveGoods({ context, changes }, arrivals, {
      refuse: (key, ...problems) => batch.refuse(key, ...problems),
      settle: (received) => {
        const row = receipts.get(received.arrival.id)
        const [line] = received.lines
        if (row === undefined || line === undefined) return
        move(row, {
          fields: {
            compra_partida: line.arriving.line.row.id,
            cantidad: quantityText(line.arriving.accepted),
            importe_base: amountText(sumOf(received.lines.map(({ value }) => value.base))),
          },
          told: receivedTold(received),
        })
      },
    })
  },
})

/** Takes back that services were accepted. */
export const cancelarServicio = documentAction('RecepcionServicio', {
  name: 'cancelar_recepcion',
  label: 'Cancelar recepción',
  hasReason: true,
  fields: SERVICE,
  run: async ({ context, batch, changes, move }) => {
    const documents = { model: MODEL, ids: batch.remaining.map(({ id }) => id) }
    const orders = await loadOrders(
      context,
      batch.remaining.map(({ compra }) => compra),
    )
    const taking = await loadTakingBack(context, documents)
    for (const { id, folio, cantidad_facturada: invoiced } of batch.remaining) {
      if (quantity(invoiced) > 0n) {
        const message = SERVICE_INVOICED({ model: MODEL, folio })
        batch.refuse(id, { code: 'HAS_DEPENDENTS', message, dependents: {} })
        continue
      }
      const problem = taking.periods.problemOf(context.moment.today)
      if (problem !== null) batch.refuse(id, problem)
    }
    const facts = await lockSettlement(context, [...orders.keys()], documents)
    for (const row of batch.remaining) {
      move(row, {})
      const order = orders.get(row.compra)
      const line = order?.lines.find((line) => line.row.id === row.compra_partida)
      if (line === undefined) continue
      line.received -= quantity(row.cantidad ?? '0')
      line.value -= cents(row.importe_base ?? '0')
    }
    await settleTakenBack(context, changes, {
      model: MODEL,
      documents: batch.remaining,
      orders,
      facts,
      taking,
    })
  },
})

function arrivalOf(
  { id, folio, fecha }: ServiceReceipt,
  order: Order,
  part: Pick<Arrival['lines'][number], 'line' | 'accepted'>,
): Arrival {
  const nowhere = { lote: null, serie: null, ubicacion: null }
  return {
    key: id,
    model: MODEL,
    id,
    folio,
    order,
    fecha,
    day: fecha,
    almacen: null,
    lines: [{ id, partida: 1, ...part, ...nowhere }],
  }
}
