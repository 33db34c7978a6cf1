import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { compare, decimal } from '../../../../fiscal/decimal.ts'
import { cents } from '../../cents.ts'
import { quantity, quantityText, share } from '../../quantity.ts'
import type { ReturnLineRow } from '../store/return-store.ts'
import type { ReceiptLineRow } from './receipt.ts'
import type { Order, OrderLine, ReceivedValue } from './received-orders.ts'

/** What actions read of a DevolucionCompra. */
export const RETURN = [
  'fecha',
  'proveedor',
  'compra',
  'recepcion',
  'almacen',
  'moneda',
  'tipo_cambio',
] as const

/** A locked DevolucionCompra. */
export type Return = Picked<'DevolucionCompra', 'folio' | (typeof RETURN)[number]>

/** A line of a receipt and what of it was returned, while the returns of a batch take from it. */
export interface ReceiptLine {
  readonly row: ReceiptLineRow
  /** In millionths. */
  returned: bigint
  /** In cents of the company's currency. */
  value: bigint
}

export function receiptLineOf(row: ReceiptLineRow): ReceiptLine {
  return { row, returned: quantity(row.cantidad_devuelta), value: cents(row.importe_devuelto) }
}

/** A line that goes back. */
export interface ReturningLine {
  readonly row: ReturnLineRow
  readonly line: OrderLine
  readonly receipt: ReceiptLine
  /** In millionths. */
  readonly cantidad: bigint
}

export interface ReturnFacts {
  readonly orders: ReadonlyMap<string, Order>
  readonly receiptLines: ReadonlyMap<string, ReceiptLine>
}

/** A return that fits what was received; of one purchase. */
export interface CheckedReturn {
  readonly order: Order
  readonly lines: readonly ReturningLine[]
}

type Problems = readonly [ErrorEntry, ...ErrorEntry[]]

/** What a return takes back, or what is wrong with it. */
export function checkReturn(
  { orders, receiptLines }: ReturnFacts,
  devolucion: Return,
  rows: readonly ReturnLineRow[],
): CheckedReturn | { readonly problems: Problems } {
  const [firstRow] = rows
  if (firstRow === undefined) {
    const message = `DevolucionCompra ${devolucion.id} has no lines.`
    return { problems: [{ code: 'NO_LINES', message }] }
  }
  const order = orders.get(rows.find(({ compra }) => compra !== null)?.compra ?? '')
  if (order === undefined) return { problems: [strayLine(firstRow)] }
  const byId = new Map(order.lines.map((line) => [line.row.id, line]))
  const problems = headProblems(devolucion, order)
  const lines = rows.flatMap((row): ReturningLine[] => {
    const receipt = receiptLines.get(row.recepcion_partida ?? '')
    const line = byId.get(receipt?.row.compra_partida ?? '')
    if (receipt === undefined || line === undefined) {
      problems.push(strayLine(row))
      return []
    }
    problems.push(...lineProblems({ devolucion, row, receipt, line }))
    return [{ row, line, receipt, cantidad: quantity(row.cantidad) }]
  })
  const [first, ...more] = problems
  return first === undefined ? { order, lines } : { problems: [first, ...more] }
}

function strayLine({ partida }: ReturnLineRow): ErrorEntry {
  const message = `Line ${partida}: recepcion_partida must name a line of a receipt; all lines are of one purchase.`
  return { code: 'VALIDATION', field: 'recepcion_partida', message }
}

function headProblems(devolucion: Return, { purchase }: Order): ErrorEntry[] {
  const fields = ['proveedor', 'moneda', 'tipo_cambio'] as const
  const problems: ErrorEntry[] = fields
    .filter((field) => compare(decimal(devolucion[field]), decimal(purchase[field])) !== 0)
    .map((field) => ({
      code: 'VALIDATION',
      field,
      message: `${field} must be that of Compra ${purchase.folio}, ${purchase[field]}; it is ${devolucion[field]}.`,
    }))
  if (devolucion.compra !== null && devolucion.compra !== purchase.id) {
    const message = `compra must be that of what is returned, ${purchase.id}; it is ${devolucion.compra}.`
    problems.push({ code: 'VALIDATION', field: 'compra', message })
  }
  return problems
}

interface CheckedLine {
  readonly devolucion: Return
  readonly row: ReturnLineRow
  readonly receipt: ReceiptLine
  readonly line: OrderLine
}

function lineProblems(checkedLine: CheckedLine): readonly ErrorEntry[] {
  const { devolucion, row, receipt, line } = checkedLine
  if (row.recepcion_estado !== 'aplicada') {
    const what = `RecepcionCompra ${row.recepcion_folio} is ${row.recepcion_estado}; only what was applied is returned`
    return [lineProblem(row, 'recepcion_partida', what)]
  }
  if (receipt.row.importe_base === null) {
    const what = `RecepcionCompra ${row.recepcion_folio} is from before receipts were booked`
    return [lineProblem(row, 'recepcion_partida', what)]
  }
  const problems = differences(checkedLine)
  if (devolucion.recepcion !== null && devolucion.recepcion !== row.recepcion) {
    const what = `it is not of RecepcionCompra ${devolucion.recepcion}`
    problems.push(lineProblem(row, 'recepcion_partida', what))
  }
  if (line.row.se_guarda && warehouseOf(devolucion, row) === null) {
    problems.push(lineProblem(row, 'almacen', 'the return needs an almacen'))
  }
  return problems
}

function lineProblem({ partida }: ReturnLineRow, field: string, what: string): ErrorEntry {
  return { code: 'VALIDATION', field, message: `Line ${partida}: ${what}.` }
}

/** What goes back is what came; a lot or a piece that is left out is that of the receipt. */
function differences({ row, receipt }: CheckedLine): ErrorEntry[] {
  const fields = ['articulo', 'unidad', 'lote', 'serie'] as const
  const differing: ('costo' | (typeof fields)[number])[] = fields.filter((field) => {
    const isLeftOut = (field === 'lote' || field === 'serie') && row[field] === null
    return !isLeftOut && row[field] !== receipt.row[field]
  })
  if (compare(decimal(row.costo), decimal(receipt.row.costo)) !== 0) differing.push('costo')
  return differing.map((field) => {
    const what = `${field} must be the receipt's, ${receipt.row[field]}; it is ${row[field]}`
    return lineProblem(row, field, what)
  })
}

/** Where it leaves from: where it was received, unless the return says otherwise. */
export function warehouseOf(
  { almacen }: Return,
  { recepcion_almacen: received }: ReturnLineRow,
): string | null {
  return almacen ?? received
}

/** Whether so much of a line was accepted and not returned yet; why not. */
export function excessProblem({ row, receipt, cantidad }: ReturningLine): ErrorEntry | null {
  const left = quantity(receipt.row.cantidad_aceptada) - receipt.returned
  if (cantidad <= left) return null
  const message =
    `Line ${row.partida}: of RecepcionCompra ${row.recepcion_folio} ${quantityText(left)} can be returned, ` +
    `not ${quantityText(cantidad)}.`
  return { code: 'VALIDATION', field: 'cantidad', message }
}

/** What a part of a line is worth that is returned next; all parts add up to what the line booked. */
export function returnedValue({ line, receipt, cantidad }: ReturningLine): ReceivedValue {
  const { importe_base: base, cantidad_aceptada } = receipt.row
  const accepted = quantity(cantidad_aceptada)
  const after = share(cents(base ?? '0'), receipt.returned + cantidad, accepted)
  return {
    own: line.cantidad === 0n ? 0n : share(cents(line.row.neto), cantidad, line.cantidad),
    base: after - receipt.value,
  }
}

/** The part of the value that stock took, which is claimed back from it. */
export function claimedOf({ row, receipt, cantidad }: ReturningLine): bigint | null {
  if (row.valor_entrada === null) return null
  return share(cents(row.valor_entrada), cantidad, quantity(receipt.row.cantidad_aceptada))
}
