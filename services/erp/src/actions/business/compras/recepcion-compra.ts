import type { ErrorEntry } from '../../../errors.ts'
import { mexicanDay } from '../../../identity/mexican-day.ts'
import { RECEIPT_IN_USE, RECEIPT_INVOICED } from '../../../messages/receiving.ts'
import { lockRowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import { documentAction } from '../document-action.ts'
import { quantity, quantityText } from '../quantity.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import { checkReceipt } from './decisions/check-receipt.ts'
import { RECEIPT, RECEIPT_LINE, type Receipt, type ReceiptLineRow } from './decisions/receipt.ts'
import { shareValue, type Order } from './decisions/received-orders.ts'
import { loadOrders, orderProblem } from './load-orders.ts'
import { RECEIVE, receivedTold, receiveGoods, type Arrival } from './receive-goods.ts'
import { lockSettlement } from './settle-orders.ts'
import { findMadeMovements, type MadeMovement } from './store/made-movement-store.ts'
import { findReceiptDependents, type ReceiptDependents } from './store/receipt-dependents-store.ts'
import { loadTakingBack, settleTakenBack, takeStockBack, type TakingBack } from './take-back.ts'

// What suppliers delivered. @source docs/decisions/0247-erp-receiving.md

const MODEL = 'RecepcionCompra'
const LINES = 'RecepcionCompraPartida'

/** Applies receipts: what they accepted is received of their purchases. */
export const recibirCompra = documentAction('RecepcionCompra', {
  name: RECEIVE,
  label: 'Recibir compra',
  fields: RECEIPT,
  run: async ({ context, batch, changes, move }) => {
    const receipts = new Map(batch.remaining.map((row) => [row.id, row]))
    const orders = await loadOrders(context, purchasesOf(batch.remaining))
    const rows = await lockLines(context, batch.remaining)
    const arrivals = batch.remaining.flatMap((receipt) => {
      const order = orders.get(receipt.compra)
      if (order === undefined) throw new Error(`${MODEL} ${receipt.id} has no purchase`)
      const lines = (rows.get(receipt.id) ?? []).toSorted((a, b) => a.partida - b.partida)
      const problem = orderProblem(order)
      const checked =
        problem === null ? checkReceipt(receipt, lines, order) : { problems: [problem] }
      if ('lines' in checked) return [arrivalOf({ receipt, order, lines })]
      batch.refuse(receipt.id, ...checked.problems)
      return []
    })
    await receiveGoods({ context, changes }, arrivals, {
      refuse: (key, ...problems) => batch.refuse(key, ...problems),
      settle: (received) => {
        const row = receipts.get(received.arrival.id)
        if (row === undefined) return
        const movimiento = received.movement?.folio ?? null
        move(row, { told: { ...receivedTold(received), movimiento } })
        const byId = new Map((rows.get(row.id) ?? []).map((line) => [line.id, line]))
        for (const { arriving, value } of received.lines) {
          const rejected = quantity(byId.get(arriving.id)?.cantidad_rechazada ?? '0')
          changes.change(LINES, arriving.id, {
            cantidad_recibida: quantityText(arriving.accepted + rejected),
            importe_base: amountText(value.base),
          })
        }
      },
    })
  },
})

/** Takes receipts back, with everything that they did. */
export const cancelarRecepcion = documentAction('RecepcionCompra', {
  name: 'cancelar_recepcion',
  label: 'Cancelar recepción',
  hasReason: true,
  fields: RECEIPT,
  run: async ({ context, batch, changes, move }) => {
    // A draft has moved nothing.
    const applied = () => batch.remaining.filter(({ estado }) => estado === 'aplicada')
    const orders = await loadOrders(context, purchasesOf(applied()))
    const facts = await loadFacts(context, applied())
    for (const receipt of applied()) {
      const problem =
        problemOf(facts, receipt) ?? facts.taking.periods.problemOf(context.moment.today)
      if (problem !== null) batch.refuse(receipt.id, problem)
    }
    const documents = { model: MODEL, ids: applied().map(({ id }) => id) }
    const settlement = await lockSettlement(context, [...orders.keys()], documents)
    const moved = { documents: applied(), movements: facts.movements }
    await takeStockBack(context, moved, (id, ...problems) => batch.refuse(id, ...problems))
    for (const receipt of applied()) takeOff(receipt, facts.lines.get(receipt.id) ?? [], orders)
    for (const row of batch.remaining) move(row, {})
    await settleTakenBack(context, changes, {
      model: MODEL,
      documents: applied(),
      orders,
      facts: settlement,
      taking: facts.taking,
    })
  },
})

function purchasesOf(receipts: readonly Receipt[]): readonly string[] {
  return receipts.map(({ compra }) => compra)
}

async function lockLines(
  context: ActionContext,
  receipts: readonly Receipt[],
): Promise<ReadonlyMap<string, readonly ReceiptLineRow[]>> {
  const ids = receipts.map(({ id }) => id)
  return await lockRowsBelow(context, LINES, { parent: 'recepcion', ids, fields: RECEIPT_LINE })
}

function arrivalOf({
  receipt,
  order,
  lines,
}: {
  readonly receipt: Receipt
  readonly order: Order
  readonly lines: readonly ReceiptLineRow[]
}): Arrival {
  const { id, folio, fecha, almacen } = receipt
  const byId = new Map(order.lines.map((line) => [line.row.id, line]))
  return {
    key: id,
    model: MODEL,
    id,
    folio,
    order,
    fecha,
    day: mexicanDay(Date.parse(fecha)),
    almacen,
    lines: lines.flatMap((row) => {
      const line = byId.get(row.compra_partida)
      const { partida, lote, serie, ubicacion } = row
      const accepted = quantity(row.cantidad_aceptada)
      return line === undefined
        ? []
        : [{ id: row.id, partida, line, accepted, lote, serie, ubicacion }]
    }),
  }
}

interface Facts {
  readonly lines: ReadonlyMap<string, readonly ReceiptLineRow[]>
  readonly movements: ReadonlyMap<string, MadeMovement>
  readonly dependents: ReadonlyMap<string, readonly ReceiptDependents[]>
  readonly taking: TakingBack
  readonly isSeen: IsSeen
}

async function loadFacts(context: ActionContext, receipts: readonly Receipt[]): Promise<Facts> {
  const { tx, caller } = context
  const ids = receipts.map(({ id }) => id)
  const lines = await lockLines(context, receipts)
  const documents = { model: MODEL, ids }
  const [dependents, movements, taking] = await Promise.all([
    findReceiptDependents(tx, caller.empresa, ids),
    findMadeMovements(tx, caller.empresa, documents),
    loadTakingBack(context, documents),
  ])
  return {
    lines,
    movements,
    dependents: Map.groupBy(dependents, ({ recepcion }) => recepcion),
    taking,
    isSeen: seenBy(context),
  }
}

function problemOf(facts: Facts, { id, folio }: Receipt): ErrorEntry | null {
  const found = facts.dependents.get(id) ?? []
  const isInvoiced = (facts.lines.get(id) ?? []).some(
    ({ cantidad_facturada: invoiced }) => quantity(invoiced) > 0n,
  )
  if (found.length === 0 && !isInvoiced) return null
  const { dependents, told } = toldDependents(found, facts.isSeen)
  const receipt = { model: MODEL, folio }
  const message =
    found.length === 0 ? RECEIPT_INVOICED(receipt) : RECEIPT_IN_USE({ ...receipt, told })
  return { code: 'HAS_DEPENDENTS', message, dependents }
}

function takeOff(
  { compra }: Receipt,
  lines: readonly ReceiptLineRow[],
  orders: ReadonlyMap<string, Order>,
): void {
  const order = orders.get(compra)
  if (order === undefined) return
  const byId = new Map(order.lines.map((line) => [line.row.id, line]))
  for (const { compra_partida: id, cantidad_aceptada, importe_base: base } of lines) {
    const line = byId.get(id)
    if (line === undefined) continue
    const accepted = quantity(cantidad_aceptada)
    line.received -= accepted
    line.value -= base === null ? shareValue(line.row, accepted, order.purchase) : cents(base)
  }
}
