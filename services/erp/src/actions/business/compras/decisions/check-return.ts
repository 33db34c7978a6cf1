import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { compare, decimal } from '../../../../fiscal/decimal.ts'
import { DOCUMENT, HAS_NO_LINES, ON_LINE } from '../../../../messages/documents.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  DIFFERS_FROM_RECEIPT,
  LINE_OF_OTHER_RECEIPT,
  RECEIPT_NOT_APPLIED,
  RECEIPT_UNBOOKED,
  RETURN_NEEDS_WAREHOUSE,
  RETURN_OF_NO_RECEIPT,
  RETURN_OF_OTHER_PURCHASE,
  RETURNS_TOO_MUCH,
} from '../../../../messages/purchase-returns.ts'
import { NOT_AS_IN_PURCHASE } from '../../../../messages/purchases.ts'
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

const MODEL = 'DevolucionCompra'

type Problems = readonly [ErrorEntry, ...ErrorEntry[]]

/** What a return takes back, or what is wrong with it. */
export function checkReturn(
  { orders, receiptLines }: ReturnFacts,
  devolucion: Return,
  rows: readonly ReturnLineRow[],
): CheckedReturn | { readonly problems: Problems } {
  const [firstRow] = rows
  if (firstRow === undefined) {
    const document = DOCUMENT({ model: MODEL, folio: devolucion.id })
    return { problems: [{ code: 'NO_LINES', message: HAS_NO_LINES({ document }) }] }
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
  const message = RETURN_OF_NO_RECEIPT({ line: partida })
  return { code: 'VALIDATION', field: 'recepcion_partida', message }
}

function headProblems(devolucion: Return, { purchase }: Order): ErrorEntry[] {
  const fields = ['proveedor', 'moneda', 'tipo_cambio'] as const
  const problems: ErrorEntry[] = fields
    .filter((field) => compare(decimal(devolucion[field]), decimal(purchase[field])) !== 0)
    .map((field) => ({
      code: 'VALIDATION',
      field,
      message: NOT_AS_IN_PURCHASE({
        field,
        model: MODEL,
        folio: purchase.folio,
        ordered: purchase[field],
        given: devolucion[field],
      }),
    }))
  if (devolucion.compra !== null && devolucion.compra !== purchase.id) {
    const given = devolucion.compra
    const message = RETURN_OF_OTHER_PURCHASE({ purchase: purchase.id, given })
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
  const { devolucion, row, receipt } = checkedLine
  const [line, folio] = [row.partida, String(row.recepcion_folio)]
  if (row.recepcion_estado !== 'aplicada') {
    const message = RECEIPT_NOT_APPLIED({ line, folio, state: String(row.recepcion_estado) })
    return [{ code: 'VALIDATION', field: 'recepcion_partida', message }]
  }
  if (receipt.row.importe_base === null) {
    const message = RECEIPT_UNBOOKED({ line, folio })
    return [{ code: 'VALIDATION', field: 'recepcion_partida', message }]
  }
  const problems = differences(checkedLine)
  if (devolucion.recepcion !== null && devolucion.recepcion !== row.recepcion) {
    const what = LINE_OF_OTHER_RECEIPT({ receipt: devolucion.recepcion })
    problems.push(lineProblem(row, 'recepcion_partida', what))
  }
  if (checkedLine.line.row.se_guarda && warehouseOf(devolucion, row) === null) {
    problems.push(lineProblem(row, 'almacen', RETURN_NEEDS_WAREHOUSE()))
  }
  return problems
}

function lineProblem({ partida }: ReturnLineRow, field: string, what: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message: ON_LINE({ line: partida, what }) }
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
    const [received, given] = [receipt.row[field], row[field]]
    return lineProblem(row, field, DIFFERS_FROM_RECEIPT({ field, received, given }))
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
  const message = RETURNS_TOO_MUCH({
    line: row.partida,
    folio: String(row.recepcion_folio),
    left: quantityText(left),
    asked: quantityText(cantidad),
  })
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
