import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import {
  DELIVERED_AHEAD,
  OF_OTHER_CUSTOMER,
  REPLACED_GOODS_OUT,
  SALE_NOT_CONFIRMED,
} from '../../../../messages/deliveries.ts'
import {
  DELIVERY_NAMES_NO_SALE,
  LINE_OF_OTHER_SALE,
  MORE_THAN_SOLD,
  NOT_WHAT_WAS_SOLD,
  NO_SERIAL_NUMBER,
  OTHER_UNIT_THAN_SOLD,
  PUT_ASIDE_ELSEWHERE,
} from '../../../../messages/goods-lines.ts'
import type { Message } from '../../../../messages/message.ts'
import { HAS_NO_LINES } from '../../../../messages/without-lines.ts'
import { quantity, quantityText } from '../../quantity.ts'
import type { DeliveryLineRow } from '../store/delivery-store.ts'

/** A delivery, with what its sale says. */
type DeliveryRow = Picked<
  'RemisionVenta',
  'fecha' | 'cliente' | 'almacen' | 'venta' | 'venta.estado' | 'venta.cliente' | 'venta.sustituye'
>

/** The states in which a sale is delivered: before or after it is invoiced. */
const DELIVERABLE = new Set(['confirmada', 'facturada', 'pagada'])

/** What is delivered of lines of sales while the deliveries of a batch are decided one after the other. */
export class DeliveredState {
  readonly #delivered = new Map<string, bigint>()
  readonly #unsettled: ReadonlyMap<string, string>

  /** Knows the folios of the sales that others replace and that still have goods. */
  constructor(unsettled: ReadonlyMap<string, string>) {
    this.#unsettled = unsettled
  }

  /** Why a delivery cannot be made, apart from its stock; nothing: its quantities count from now on. */
  problemsOf(
    delivery: DeliveryRow,
    lines: readonly DeliveryLineRow[],
    now: string,
  ): readonly ErrorEntry[] {
    const unsettled = this.#unsettled.get(delivery['venta.sustituye'] ?? '')
    const head = headProblem(delivery, lines, now) ?? saleProblem(delivery, unsettled)
    if (head !== null) return [head]
    const before = new Map(this.#delivered)
    const problems = lines.flatMap((line) => lineProblem(delivery, line) ?? this.#take(line) ?? [])
    if (problems.length > 0) {
      this.#delivered.clear()
      for (const [id, cantidad] of before) this.#delivered.set(id, cantidad)
    }
    return problems
  }

  /** Nothing is delivered beyond what was ordered. */
  #take(line: DeliveryLineRow): ErrorEntry | null {
    if (line.vendida === null || line.cantidad_vendida === null) return null
    const already = this.#delivered.get(line.vendida) ?? quantity(line.entregada)
    const asked = quantity(line.cantidad)
    const ordered = quantity(line.cantidad_vendida)
    if (already + asked > ordered) {
      const left = ordered > already ? ordered - already : 0n
      const message = MORE_THAN_SOLD({
        line: line.partida,
        article: line.articulo_clave,
        ordered: quantityText(ordered),
        already: quantityText(already),
        left: quantityText(left),
        asked: quantityText(asked),
      })
      return { code: 'VALIDATION', field: 'cantidad', message }
    }
    this.#delivered.set(line.vendida, already + asked)
    return null
  }
}

function headProblem(
  delivery: DeliveryRow,
  lines: readonly DeliveryLineRow[],
  now: string,
): ErrorEntry | null {
  const { id, fecha: at } = delivery
  if (lines.length === 0)
    return { code: 'NO_LINES', message: HAS_NO_LINES({ model: 'RemisionVenta', id }) }
  if (at > now) {
    const message = DELIVERED_AHEAD({ id, at })
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  return null
}

function saleProblem(delivery: DeliveryRow, unsettled: string | undefined): ErrorEntry | null {
  const { venta: sale } = delivery
  if (sale === null) return null
  const estado = delivery['venta.estado']
  if (!DELIVERABLE.has(estado ?? '')) {
    const message = SALE_NOT_CONFIRMED({ sale, state: String(estado) })
    return { code: 'INVALID_STATE', field: 'venta', message }
  }
  if (unsettled !== undefined) {
    const message = REPLACED_GOODS_OUT({ sale, replaced: unsettled })
    return { code: 'INVALID_STATE', field: 'venta', message }
  }
  if (delivery['venta.cliente'] === delivery.cliente) return null
  const message = OF_OTHER_CUSTOMER({ model: 'RemisionVenta', id: delivery.id, sale })
  return { code: 'VALIDATION', field: 'cliente', message }
}

function wrong(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function lineProblem(delivery: DeliveryRow, line: DeliveryLineRow): ErrorEntry | null {
  const of = { line: line.partida, article: line.articulo_clave }
  if (line.venta !== delivery.venta) {
    const { venta: sale } = delivery
    const message = sale === null ? DELIVERY_NAMES_NO_SALE(of) : LINE_OF_OTHER_SALE({ ...of, sale })
    return wrong('venta_partida', message)
  }
  if (line.vendida !== null && line.articulo_vendido !== line.articulo) {
    return wrong('articulo', NOT_WHAT_WAS_SOLD(of))
  }
  if (line.vendida !== null && line.unidad_vendida !== line.unidad) {
    return wrong('unidad', OTHER_UNIT_THAN_SOLD(of))
  }
  if (line.numero_serie !== null && line.serie === null) {
    return wrong('numero_serie', NO_SERIAL_NUMBER({ ...of, serial: line.numero_serie }))
  }
  if (line.reserva_estado === 'vigente' && line.reserva_almacen !== delivery.almacen) {
    return wrong('almacen', PUT_ASIDE_ELSEWHERE(of))
  }
  return null
}
