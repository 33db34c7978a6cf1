import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { ABOVE_ZERO } from '../../../../messages/computed.ts'
import type { Message } from '../../../../messages/message.ts'
import { NOT_AS_IN_PURCHASE } from '../../../../messages/purchases.ts'
import {
  LINE_COSTS_NOTHING,
  LINE_OF_GOODS,
  LINE_OF_OTHER_PURCHASE,
  SERVICE_LINE_UNCLEAR,
} from '../../../../messages/receiving.ts'
import { FIELD_IS } from '../../../../messages/values.ts'
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
    const [ordered, given] = [purchase.proveedor, receipt.proveedor]
    const of = { field: 'proveedor', model: 'RecepcionServicio', folio: purchase.folio }
    return problem('proveedor', NOT_AS_IN_PURCHASE({ ...of, ordered, given }))
  }
  const line = lineOf(receipt, order)
  const { folio } = purchase
  if (line === undefined) {
    const isNamed = receipt.compra_partida !== null
    const message = isNamed ? LINE_OF_OTHER_PURCHASE({ folio }) : SERVICE_LINE_UNCLEAR({ folio })
    return problem('compra_partida', message)
  }
  const number = line.row.partida
  if (line.row.se_guarda) return problem('compra_partida', LINE_OF_GOODS({ line: number, folio }))
  const [importe, neto] = [cents(receipt.importe), cents(line.row.neto)]
  if (importe <= 0n) {
    const what = ABOVE_ZERO({ amount: receipt.importe })
    return problem('importe', FIELD_IS({ field: 'importe', what }))
  }
  if (neto === 0n) return problem('importe', LINE_COSTS_NOTHING({ line: number, folio }))
  return { line, accepted: quantityOf(line, importe, neto) }
}

function problem(field: string, message: Message): { readonly problem: ErrorEntry } {
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
