import type { ErrorEntry } from '../../../../errors.ts'
import { OTHERS_CAME_INSTEAD } from '../../../../messages/purchase-returns.ts'
import { cents } from '../../cents.ts'
import { quantity, quantityText } from '../../quantity.ts'
import type { ReturnLineRow } from '../store/return-store.ts'
import type { ReturnFacts } from './check-return.ts'
import { allowedOf, type OrderLine } from './received-orders.ts'

/** Returns with their lines, by return. */
interface LoadedReturns extends ReturnFacts {
  readonly rows: ReadonlyMap<string, readonly ReturnLineRow[]>
}

/** What was returned stands received again, unless something came instead of it. */
export function putBack(loaded: LoadedReturns, id: string): ErrorEntry | null {
  move(loaded, id, 1n)
  const excess = lineRows(loaded, id).find(({ line }) => line.received > allowedOf(line))
  if (excess === undefined) return null
  move(loaded, id, -1n)
  const { row, line } = excess
  const [ordered, allowed] = [quantityText(line.cantidad), quantityText(allowedOf(line))]
  const received = quantityText(line.received + quantity(row.cantidad))
  return {
    code: 'OUT_OF_TOLERANCE',
    message: OTHERS_CAME_INSTEAD({ line: row.partida, ordered, received, allowed }),
    ordered,
    received,
    allowed,
  }
}

/** Takes that back, since something else refused it. */
export function putOff(loaded: LoadedReturns, id: string): void {
  move(loaded, id, -1n)
}

function move(loaded: LoadedReturns, id: string, sign: 1n | -1n): void {
  for (const { row, line } of lineRows(loaded, id)) {
    const receipt = loaded.receiptLines.get(row.recepcion_partida ?? '')
    const [cantidad, value] = [quantity(row.cantidad), cents(row.importe_base ?? '0')]
    line.received += sign * cantidad
    line.value += sign * value
    if (receipt === undefined) continue
    receipt.returned -= sign * cantidad
    receipt.value -= sign * value
  }
}

function lineRows(
  { rows, orders, receiptLines }: LoadedReturns,
  id: string,
): readonly { readonly row: ReturnLineRow; readonly line: OrderLine }[] {
  return (rows.get(id) ?? []).flatMap((row) => {
    const lineId = receiptLines.get(row.recepcion_partida ?? '')?.row.compra_partida
    const line = orders.get(row.compra ?? '')?.lines.find((line) => line.row.id === lineId)
    return line === undefined ? [] : [{ row, line }]
  })
}
