import { decimal, decimalText, dividedBy } from '../../../../fiscal/decimal.ts'
import { cents, timesRate } from '../../cents.ts'
import { quantity, quantityText, share } from '../../quantity.ts'
import type { OrderLineRow } from '../store/order-line-store.ts'
import type { Purchase } from './purchase.ts'

/** A line of a purchase and what stands received of it, while the documents of a batch add to it or take from it. */
export interface OrderLine {
  readonly row: OrderLineRow
  readonly cantidad: bigint
  /** In millionths of the line's unit. */
  received: bigint
  /** What of it the books have, in cents of the company's currency. */
  value: bigint
}

/** A purchase with its lines. */
export interface Order {
  readonly purchase: Purchase
  readonly lines: readonly OrderLine[]
}

export function orderOf(purchase: Purchase, rows: readonly OrderLineRow[]): Order {
  const lines = rows.map((row) => {
    const cantidad = quantity(row.cantidad)
    const received = quantity(row.recibida)
    const earlier = received - quantity(row.contada)
    const value = cents(row.en_pie) + shareValue(row, earlier, purchase)
    return { row, cantidad, received, value }
  })
  return { purchase, lines }
}

/** A part of a line at its share of the amount, in the company's currency. */
export function shareValue(
  { neto, cantidad }: OrderLineRow,
  part: bigint,
  { tipo_cambio: rate }: Purchase,
): bigint {
  const whole = quantity(cantidad)
  return whole === 0n ? 0n : timesRate(share(cents(neto), part, whole), rate)
}

/** What one of a line's unit costs in the purchase's currency, less its discount; six decimals. */
export function netCost({ neto, cantidad }: OrderLineRow): string {
  return quantity(cantidad) === 0n
    ? '0.000000'
    : decimalText(dividedBy(decimal(neto), decimal(cantidad), 6))
}

/** What is still to come of a line. */
export function pendingOf({ cantidad, received }: OrderLine): bigint {
  return received < cantidad ? cantidad - received : 0n
}

/** How much of a line may stand received at most. */
export function allowedOf({ row, cantidad }: OrderLine): bigint {
  const tolerance = quantity(row.tolerancia)
  return cantidad + (cantidad * tolerance) / quantity('1')
}

/** In cents: in the purchase's currency, and in the company's. */
export interface ReceivedValue {
  readonly own: bigint
  readonly base: bigint
}

/**
 * What a quantity of a line is worth when it is received next. The parts that are received one after the other add up to
 * the line's amount, to the cent, in both currencies.
 */
export function receivedValue(line: OrderLine, part: bigint, purchase: Purchase): ReceivedValue {
  if (line.cantidad === 0n) return { own: 0n, base: 0n }
  const neto = cents(line.row.neto)
  const after = shareValue(line.row, line.received + part, purchase)
  const base = after > line.value ? after - line.value : 0n
  return { own: share(neto, part, line.cantidad), base }
}

/** The state that a purchase has by what stands received of it. */
export function stateByReceipts({ purchase, lines }: Order): Purchase['estado'] {
  if (purchase.estado === 'cerrada') return 'cerrada'
  if (lines.every(({ received, cantidad }) => received >= cantidad)) return 'recibida'
  return lines.some(({ received }) => received > 0n) ? 'recibida_parcial' : 'autorizada'
}

/** How much of a purchase is received by value: a fraction. What came beyond an order was never committed. */
export function receivedPart({ purchase, lines }: Order): {
  readonly part: bigint
  readonly whole: bigint
} {
  const whole = lines.reduce((sum, line) => sum + ordered(line, purchase), 0n)
  if (purchase.estado === 'cerrada') return { part: 1n, whole: 1n }
  const part = lines.reduce((sum, line) => {
    const most = ordered(line, purchase)
    return sum + (line.value < most ? line.value : most)
  }, 0n)
  return whole === 0n ? { part: 0n, whole: 1n } : { part, whole }
}

function ordered({ row }: OrderLine, { tipo_cambio: rate }: Purchase): bigint {
  return timesRate(cents(row.neto), rate)
}

/** The changes of lines that are to be written. */
export function changedLines({ lines }: Order) {
  return lines.flatMap(({ row, received }) =>
    received === quantity(row.recibida)
      ? []
      : [{ id: row.id, cantidad_recibida: quantityText(received) }],
  )
}
