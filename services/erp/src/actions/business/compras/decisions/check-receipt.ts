import type { ErrorEntry } from '../../../../errors.ts'
import { compare, decimal } from '../../../../fiscal/decimal.ts'
import { DOCUMENT, HAS_NO_LINES, ON_LINE } from '../../../../messages/documents.ts'
import type { Message } from '../../../../messages/message.ts'
import { NOT_AS_IN_PURCHASE } from '../../../../messages/purchases.ts'
import {
  COST_NOT_OF_ORDER,
  DIFFERS_FROM_ORDER,
  RECEIPT_NEEDS_WAREHOUSE,
  RECEIPT_STRAY_LINE,
  RECEIVED_IS_SUM,
} from '../../../../messages/receiving.ts'
import { quantity, quantityText } from '../../quantity.ts'
import type { Receipt, ReceiptLineRow } from './receipt.ts'
import { netCost, type Order, type OrderLine } from './received-orders.ts'

const MODEL = 'RecepcionCompra'

/** The line of the purchase that each line of a receipt receives, or what is wrong with the receipt. */
export function checkReceipt(
  receipt: Receipt,
  rows: readonly ReceiptLineRow[],
  order: Order,
):
  | { readonly lines: readonly OrderLine[] }
  | { readonly problems: readonly [ErrorEntry, ...ErrorEntry[]] } {
  if (rows.length === 0) {
    const document = DOCUMENT({ model: MODEL, folio: receipt.id })
    const message = HAS_NO_LINES({ document })
    return { problems: [{ code: 'NO_LINES', message }] }
  }
  const byId = new Map(order.lines.map((line) => [line.row.id, line]))
  const lines: OrderLine[] = []
  const problems = headProblems(receipt, order)
  for (const row of rows) {
    const line = byId.get(row.compra_partida)
    if (line === undefined) problems.push(strayLine(row, order))
    else {
      lines.push(line)
      problems.push(...lineProblems(row, line, receipt))
    }
  }
  const [first, ...more] = problems
  return first === undefined ? { lines } : { problems: [first, ...more] }
}

/** Whom it comes from and in which currency is the purchase's. */
function headProblems(receipt: Receipt, { purchase }: Order): ErrorEntry[] {
  const fields = ['proveedor', 'moneda', 'tipo_cambio'] as const
  return fields
    .filter((field) => !isSame(receipt[field], purchase[field]))
    .map((field) => ({
      code: 'VALIDATION',
      field,
      message: NOT_AS_IN_PURCHASE({
        field,
        model: MODEL,
        folio: purchase.folio,
        ordered: purchase[field],
        given: receipt[field],
      }),
    }))
}

function isSame(a: string, b: string): boolean {
  return compare(decimal(a), decimal(b)) === 0
}

function strayLine({ partida }: ReceiptLineRow, { purchase }: Order): ErrorEntry {
  const message = RECEIPT_STRAY_LINE({ line: partida, folio: purchase.folio })
  return { code: 'VALIDATION', field: 'compra_partida', message }
}

function lineProblems(
  row: ReceiptLineRow,
  { row: ordered }: OrderLine,
  receipt: Receipt,
): ErrorEntry[] {
  const problem = (field: string, what: Message): ErrorEntry => ({
    code: 'VALIDATION',
    field,
    message: ON_LINE({ line: row.partida, what }),
  })
  const problems: ErrorEntry[] = []
  const differs = (field: 'articulo' | 'unidad') => {
    if (row[field] === ordered[field]) return
    const [asked, given] = [String(ordered[field]), String(row[field])]
    problems.push(problem(field, DIFFERS_FROM_ORDER({ field, ordered: asked, given })))
  }
  differs('articulo')
  differs('unidad')
  const cost = netCost(ordered)
  if (!isSame(row.costo, cost)) {
    problems.push(problem('costo', COST_NOT_OF_ORDER({ made: cost, given: row.costo })))
  }
  const recibida = quantity(row.cantidad_recibida)
  const aceptada = quantity(row.cantidad_aceptada)
  const sum = aceptada + quantity(row.cantidad_rechazada ?? '0')
  // Left out it is what the other two make.
  if (recibida !== 0n && recibida !== sum) {
    const what = RECEIVED_IS_SUM({ made: quantityText(sum), given: row.cantidad_recibida })
    problems.push(problem('cantidad_recibida', what))
  }
  if (ordered.se_guarda && receipt.almacen === null && aceptada !== 0n) {
    problems.push(problem('almacen', RECEIPT_NEEDS_WAREHOUSE()))
  }
  return problems
}
