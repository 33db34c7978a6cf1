import type { ErrorEntry } from '../../../../errors.ts'
import { compare, decimal } from '../../../../fiscal/decimal.ts'
import { quantity, quantityText } from '../../quantity.ts'
import type { Receipt, ReceiptLineRow } from './receipt.ts'
import { netCost, type Order, type OrderLine } from './received-orders.ts'

/** The line of the purchase that each line of a receipt receives, or what is wrong with the receipt. */
export function checkReceipt(
  receipt: Receipt,
  rows: readonly ReceiptLineRow[],
  order: Order,
):
  | { readonly lines: readonly OrderLine[] }
  | { readonly problems: readonly [ErrorEntry, ...ErrorEntry[]] } {
  if (rows.length === 0) {
    const message = `RecepcionCompra ${receipt.id} has no lines.`
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
      message: `${field} must be that of Compra ${purchase.folio}, ${purchase[field]}; it is ${receipt[field]}.`,
    }))
}

function isSame(a: string, b: string): boolean {
  return compare(decimal(a), decimal(b)) === 0
}

function strayLine({ partida }: ReceiptLineRow, { purchase }: Order): ErrorEntry {
  const message = `Line ${partida} of the receipt is of another purchase than ${purchase.folio}.`
  return { code: 'VALIDATION', field: 'compra_partida', message }
}

function lineProblems(
  row: ReceiptLineRow,
  { row: ordered }: OrderLine,
  receipt: Receipt,
): ErrorEntry[] {
  const problem = (field: string, what: string): ErrorEntry => ({
    code: 'VALIDATION',
    field,
    message: `Line ${row.partida}: ${what}.`,
  })
  const problems: ErrorEntry[] = []
  const differs = (field: 'articulo' | 'unidad') => {
    if (row[field] === ordered[field]) return
    problems.push(
      problem(field, `${field} must be the order's, ${ordered[field]}; it is ${row[field]}`),
    )
  }
  differs('articulo')
  differs('unidad')
  const cost = netCost(ordered)
  if (!isSame(row.costo, cost)) {
    problems.push(
      problem(
        'costo',
        `costo must be the order's price less its discount, ${cost}, not ${row.costo}`,
      ),
    )
  }
  const recibida = quantity(row.cantidad_recibida)
  const aceptada = quantity(row.cantidad_aceptada)
  const sum = aceptada + quantity(row.cantidad_rechazada ?? '0')
  // Left out it is what the other two make.
  if (recibida !== 0n && recibida !== sum) {
    const what = `cantidad_recibida must be what was accepted and rejected, ${quantityText(sum)}; it is ${row.cantidad_recibida}`
    problems.push(problem('cantidad_recibida', what))
  }
  if (ordered.se_guarda && receipt.almacen === null && aceptada !== 0n) {
    problems.push(problem('almacen', 'its article is kept in stock: the receipt needs an almacen'))
  }
  return problems
}
