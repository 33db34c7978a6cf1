import type { ErrorEntry } from '../../../../errors.ts'
import { INVOICED_TOO_MUCH, PRICED_TOO_HIGH } from '../../../../messages/matched-invoices.ts'
import { amountText, cents, sumOf, timesRate } from '../../cents.ts'
import { quantity, quantityText, share, unitCost } from '../../quantity.ts'
import type { OrderLineRow, ReceiptRow, ToleranceRow } from '../store/match-store.ts'
import type { InvoiceLine } from './invoice-amounts.ts'
import { receiptKey, type LineTarget, type MatchedLine } from './match-lines.ts'

type OrderTarget = Extract<LineTarget, { readonly kind: 'order' }>

/** What of a receipt has not been invoiced yet; the invoices of a batch take it one after the other. */
export class ReceiptsLeft {
  readonly #rows: readonly ReceiptRow[]
  readonly #left = new Map<string, { quantity: bigint; base: bigint }>()

  constructor(rows: readonly ReceiptRow[]) {
    this.#rows = rows
    for (const row of rows) {
      const base = cents(row.base) - cents(row.base_devuelta) - cents(row.base_facturada)
      this.#left.set(keyOf(row), { quantity: leftOf(row), base })
    }
  }

  /** Those that a line may invoice, the oldest first. */
  receiptsOf({ order, receipt, recepciones }: OrderTarget): readonly ReceiptRow[] {
    const isNamed = (row: ReceiptRow) =>
      receipt === null
        ? recepciones.length === 0 ||
          (row.recepcion !== null && recepciones.includes(row.recepcion))
        : keyOf(row) === receipt
    return this.#rows.filter((row) => row.compra_partida === order.id && isNamed(row))
  }

  quantityOf(row: ReceiptRow): bigint {
    return this.#left.get(keyOf(row))?.quantity ?? 0n
  }

  /** Takes a quantity; returns what the receipt had booked for it, to the last cent with the last piece. */
  take(row: ReceiptRow, taken: bigint): bigint {
    const left = this.#left.get(keyOf(row))
    if (left === undefined || left.quantity === 0n) return 0n
    const base = share(left.base, taken, left.quantity)
    left.quantity -= taken
    left.base -= base
    return base
  }
}

function keyOf(row: ReceiptRow): string {
  return (
    receiptKey({
      recepcionPartida: row.recepcion_partida,
      recepcionServicio: row.recepcion_servicio,
    }) ?? ''
  )
}

/** What was accepted, and neither returned nor invoiced. */
function leftOf(row: ReceiptRow): bigint {
  const left = quantity(row.aceptada) - quantity(row.devuelta) - quantity(row.facturada)
  return left > 0n ? left : 0n
}

/** A line of an invoice, or the part of one that belongs to one receipt. Amounts in cents of the invoice's currency. */
export interface InvoiceShare {
  readonly line: InvoiceLine
  readonly target: LineTarget
  readonly receipt: ReceiptRow | null
  readonly cantidad: bigint
  readonly importe: bigint
  readonly descuento: bigint
  readonly impuestos: bigint
  readonly retenciones: bigint
  /** What the order says that the quantity costs. */
  readonly pedido: bigint
  /** What the receipt booked for it, in cents of the company's currency. */
  readonly recibido: bigint
}

export interface Difference {
  readonly kind: 'precio' | 'cantidad'
  readonly entry: ErrorEntry
  /** In cents: what is too much, and what would be allowed. */
  readonly amount: bigint
  readonly allowed: bigint
  readonly isBlocking: boolean
}

export interface ThreeWay {
  readonly shares: readonly InvoiceShare[]
  readonly differences: readonly Difference[]
}

/**
 * Compares an invoice with what was ordered and received, within the tolerance, and takes from the receipts what it
 * invoices.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export function compareThreeWays(
  matched: readonly MatchedLine[],
  { receipts, tolerance }: { readonly receipts: ReceiptsLeft; readonly tolerance: Tolerance },
): ThreeWay {
  const differences = [
    ...quantityDifferences(matched, { receipts, tolerance }),
    ...matched.flatMap((matchedLine) => priceDifference(matchedLine, tolerance)),
  ]
  // Nothing is taken for an invoice that will be refused.
  if (differences.some(({ isBlocking }) => isBlocking)) return { shares: [], differences }
  // Who names a receipt takes it before others take whatever there is.
  const shares = [
    ...matched.filter(isNamed),
    ...matched.filter((matchedLine) => !isNamed(matchedLine)),
  ]
    .flatMap((matchedLine) => sharesOf(matchedLine, receipts))
    .toSorted((a, b) => a.line.numero - b.line.numero)
  return { shares, differences }
}

function isNamed({ target }: MatchedLine): boolean {
  return target.kind === 'order' && target.receipt !== null
}

/** The tolerance for a supplier; null: everything must agree. */
export type Tolerance = ToleranceRow | null

/** That of the supplier's group, else one for all. */
export function toleranceFor(rows: readonly ToleranceRow[], grupo: string | null): Tolerance {
  return (
    rows.find((row) => row.grupo !== null && row.grupo === grupo) ??
    rows.find((row) => row.grupo === null) ??
    null
  )
}

function isBlocking(tolerance: Tolerance): boolean {
  return tolerance === null || tolerance.bloquea
}

function quantityDifferences(
  matched: readonly MatchedLine[],
  { receipts, tolerance }: { readonly receipts: ReceiptsLeft; readonly tolerance: Tolerance },
): readonly Difference[] {
  return quantityGroups(matched).flatMap((group) => {
    const [first] = group
    if (first?.target.kind !== 'order') return []
    const { order } = first.target
    const rows = receipts.receiptsOf(first.target)
    const left = sumOf(rows.map((row) => receipts.quantityOf(row)))
    const asked = sumOf(group.map(({ line }) => quantity(line.concepto.Cantidad)))
    const allowed = left + timesRate(left, tolerance?.cantidad ?? '0')
    if (asked <= allowed) return []
    const before = sumOf(rows.map((row) => quantity(row.facturada)))
    const received = sumOf(rows.map((row) => quantity(row.aceptada) - quantity(row.devuelta)))
    const entry = quantityEntry(first.line, order, {
      received,
      invoiced: before + asked,
      allowed: before + allowed,
    })
    const amount = priceOf(order, asked - left)
    return [
      {
        kind: 'cantidad' as const,
        entry,
        amount,
        allowed: priceOf(order, allowed - left),
        isBlocking: isBlocking(tolerance),
      },
    ]
  })
}

/** The lines of an invoice by the line of the order that they invoice, and those that name a receipt by that too. */
function quantityGroups(matched: readonly MatchedLine[]): readonly (readonly MatchedLine[])[] {
  const keyed = matched.flatMap((matchedLine) => {
    if (matchedLine.target.kind !== 'order') return []
    const { order, receipt } = matchedLine.target
    const whole = { ...matchedLine.target, receipt: null }
    return [
      { key: order.id, line: { ...matchedLine, target: whole } },
      ...(receipt === null ? [] : [{ key: `${order.id} ${receipt}`, line: matchedLine }]),
    ]
  })
  return [...Map.groupBy(keyed, ({ key }) => key).values()].map((group) =>
    group.map(({ line }) => line),
  )
}

function quantityEntry(
  line: InvoiceLine,
  order: OrderLineRow,
  facts: { readonly received: bigint; readonly invoiced: bigint; readonly allowed: bigint },
): ErrorEntry {
  const texts = {
    ordered: quantityText(quantity(order.cantidad)),
    received: quantityText(facts.received),
    invoiced: quantityText(facts.invoiced),
    allowed: quantityText(facts.allowed),
  }
  const message = INVOICED_TOO_MUCH({ ...bothLines(line, order), ...texts })
  return { code: 'OUT_OF_TOLERANCE', field: 'cantidad', message, ...texts }
}

function bothLines({ numero: line }: InvoiceLine, { compra_folio: folio, partida }: OrderLineRow) {
  return { line, folio, partida }
}

// What rounding the price of a piece to the cent may make of a line.
const ROUNDING = 1n

/** A price above that of the order; a lower one is the company's gain. */
function priceDifference(
  { line, target }: MatchedLine,
  tolerance: Tolerance,
): readonly Difference[] {
  if (target.kind !== 'order') return []
  const { order } = target
  const asked = quantity(line.concepto.Cantidad)
  const net = line.importe - line.descuento
  const expected = priceOf(order, asked)
  const most = allowedAbove(expected, tolerance)
  if (net - expected <= most + ROUNDING) return []
  const texts = {
    ordered: unitPrice(expected, asked),
    invoiced: unitPrice(net, asked),
    allowed: unitPrice(expected + most, asked),
  }
  const more = amountText(net - expected)
  const message = PRICED_TOO_HIGH({ ...bothLines(line, order), ...texts, more })
  const entry: ErrorEntry = { code: 'OUT_OF_TOLERANCE', field: 'precio', message, ...texts }
  return [
    {
      kind: 'precio',
      entry,
      amount: net - expected,
      allowed: most,
      isBlocking: isBlocking(tolerance),
    },
  ]
}

/** Where the tolerance has a part and an amount, both hold. */
function allowedAbove(expected: bigint, tolerance: Tolerance): bigint {
  if (tolerance === null) return 0n
  const limits = [
    ...(tolerance.precio === null ? [] : [timesRate(expected, tolerance.precio)]),
    ...(tolerance.importe === null ? [] : [cents(tolerance.importe)]),
  ]
  return limits.length === 0 ? 0n : limits.reduce((least, limit) => (limit < least ? limit : least))
}

/** What a quantity costs by the order, less its discount. */
function priceOf({ neto, cantidad }: OrderLineRow, asked: bigint): bigint {
  const ordered = quantity(cantidad)
  return ordered === 0n ? 0n : share(cents(neto), asked, ordered)
}

function unitPrice(value: bigint, amount: bigint): string {
  return quantityText(unitCost(value, amount))
}

/** The parts of a line by receipt, the oldest first; what is beyond them, as far as it is allowed, is of none. */
function sharesOf({ line, target }: MatchedLine, receipts: ReceiptsLeft): readonly InvoiceShare[] {
  const whole = quantity(line.concepto.Cantidad)
  if (target.kind === 'expense')
    return [
      { ...partOf(line, { part: whole, whole }), target, receipt: null, pedido: 0n, recibido: 0n },
    ]
  const parts: { receipt: ReceiptRow | null; part: bigint }[] = []
  let open = whole
  for (const receipt of receipts.receiptsOf(target)) {
    const left = receipts.quantityOf(receipt)
    const part = left < open ? left : open
    if (part === 0n) continue
    parts.push({ receipt, part })
    open -= part
  }
  if (open > 0n) parts.push({ receipt: null, part: open })
  return splitLine(line, parts).map((split, index) => {
    const receipt = parts[index]?.receipt ?? null
    const recibido = receipt === null ? 0n : receipts.take(receipt, split.cantidad)
    const pedido = receipt === null ? 0n : priceOf(target.order, split.cantidad)
    return { ...split, target, receipt, pedido, recibido }
  })
}

type Split = Omit<InvoiceShare, 'target' | 'receipt' | 'pedido' | 'recibido'>

/** The amounts of a line by parts of its quantity, which add up to the line. */
function splitLine(
  line: InvoiceLine,
  parts: readonly { readonly part: bigint }[],
): readonly Split[] {
  const splits: Split[] = []
  let { importe, descuento, impuestos, retenciones } = line
  let whole = sumOf(parts.map(({ part }) => part))
  for (const { part } of parts) {
    const split = partOf({ ...line, importe, descuento, impuestos, retenciones }, { part, whole })
    splits.push({ ...split, line })
    importe -= split.importe
    descuento -= split.descuento
    impuestos -= split.impuestos
    retenciones -= split.retenciones
    whole -= part
  }
  return splits
}

function partOf(
  line: InvoiceLine,
  { part, whole }: { readonly part: bigint; readonly whole: bigint },
): Split {
  return {
    line,
    cantidad: part,
    importe: share(line.importe, part, whole),
    descuento: share(line.descuento, part, whole),
    impuestos: share(line.impuestos, part, whole),
    retenciones: share(line.retenciones, part, whole),
  }
}
