import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { cents } from '../../cents.ts'
import { share } from '../../quantity.ts'
import { pendingOf, type Order, type OrderLine } from './received-orders.ts'

/** What actions read of a RecepcionServicio. */
export const SERVICE = [
  'fecha',
  'compra',
  'compra_partida',
  'proveedor',
  'importe',
  'cantidad',
  'importe_base',
  'cantidad_facturada',
] as const

/** A locked RecepcionServicio. */
export type ServiceReceipt = Picked<'RecepcionServicio', 'folio' | (typeof SERVICE)[number]>

/** The line of the purchase that a service is of, and how much of it, or what is wrong. */
export function checkService(
  receipt: ServiceReceipt,
  order: Order,
): { readonly line: OrderLine; readonly accepted: bigint } | { readonly problem: ErrorEntry } {
  const { purchase } = order
  if (receipt.proveedor !== purchase.proveedor) {
    const message = `proveedor must be that of Compra ${purchase.folio}, ${purchase.proveedor}; it is ${receipt.proveedor}.`
    return problem('proveedor', message)
  }
  const line = lineOf(receipt, order)
  if (line === undefined) {
    const message =
      receipt.compra_partida === null
        ? `Compra ${purchase.folio} has not exactly one line of services that is pending: say which by compra_partida.`
        : `compra_partida must be a line of Compra ${purchase.folio}.`
    return problem('compra_partida', message)
  }
  if (line.row.se_guarda) {
    const message = `Line ${line.row.partida} of Compra ${purchase.folio} is kept in stock: it is received by a RecepcionCompra.`
    return problem('compra_partida', message)
  }
  const [importe, neto] = [cents(receipt.importe), cents(line.row.neto)]
  if (importe <= 0n)
    return problem('importe', `importe must be above zero, not ${receipt.importe}.`)
  if (neto === 0n) {
    return problem('importe', `Line ${line.row.partida} of Compra ${purchase.folio} costs nothing.`)
  }
  return { line, accepted: quantityOf(line, importe, neto) }
}

function problem(field: string, message: string): { readonly problem: ErrorEntry } {
  return { problem: { code: 'VALIDATION', field, message } }
}

function lineOf({ compra_partida: id }: ServiceReceipt, { lines }: Order) {
  if (id !== null) return lines.find(({ row }) => row.id === id)
  const pending = lines.filter((line) => !line.row.se_guarda && pendingOf(line) > 0n)
  return pending.length === 1 ? pending[0] : undefined
}

/** An amount as a part of the line; what is left of its amount is all that is left of it. */
function quantityOf(line: OrderLine, importe: bigint, neto: bigint): bigint {
  const pending = pendingOf(line)
  return importe === share(neto, pending, line.cantidad) && pending > 0n
    ? pending
    : share(line.cantidad, importe, neto)
}
