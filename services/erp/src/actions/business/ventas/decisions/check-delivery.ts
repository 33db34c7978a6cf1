import type { ErrorEntry } from '../../../../errors.ts'
import { quantity, quantityText } from '../../quantity.ts'
import type { DeliveryLineRow, DeliveryRow } from '../store/delivery-store.ts'

/** The states in which a sale is delivered: before or after it is invoiced. */
const DELIVERABLE = new Set(['confirmada', 'facturada', 'pagada'])

/** What is delivered of lines of sales while the deliveries of a batch are decided one after the other. */
export class DeliveredState {
  readonly #delivered = new Map<string, bigint>()

  /** Why a delivery cannot be made, apart from its stock; nothing: its quantities count from now on. */
  problemsOf(
    delivery: DeliveryRow,
    lines: readonly DeliveryLineRow[],
    now: string,
  ): readonly ErrorEntry[] {
    const head = headProblem(delivery, lines, now)
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
      const message =
        `Line ${line.partida}: ${quantityText(ordered)} of Articulo ${line.articulo_clave} were sold and ` +
        `${quantityText(already)} delivered; ${quantityText(left)} are left, not ${quantityText(asked)}.`
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
  const name = `RemisionVenta ${delivery.id}`
  if (lines.length === 0) return { code: 'NO_LINES', message: `${name} has no lines.` }
  if (delivery.fecha > now) {
    const message = `fecha of ${name} is ${delivery.fecha}; nothing is delivered in the future.`
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  if (delivery.venta === null) return null
  if (!DELIVERABLE.has(delivery.venta_estado ?? '')) {
    const message = `Venta ${delivery.venta} is ${delivery.venta_estado}; confirm it before it is delivered.`
    return { code: 'INVALID_STATE', field: 'venta', message }
  }
  if (delivery.venta_sustituida !== null) {
    const replaces = `Venta ${delivery.venta} replaces Venta ${delivery.venta_sustituida}, whose goods were delivered`
    const message = `${replaces}: cancel that first, saying in mercancia what becomes of them.`
    return { code: 'INVALID_STATE', field: 'venta', message }
  }
  if (delivery.venta_cliente === delivery.cliente) return null
  const message = `cliente of ${name} is not the customer of Venta ${delivery.venta}.`
  return { code: 'VALIDATION', field: 'cliente', message }
}

function lineProblem(delivery: DeliveryRow, line: DeliveryLineRow): ErrorEntry | null {
  const wrong = (field: string, what: string): ErrorEntry => ({
    code: 'VALIDATION',
    field,
    message: `Line ${line.partida}: ${what}.`,
  })
  if (line.venta !== delivery.venta) {
    const what =
      delivery.venta === null
        ? 'it is of a sale, which the delivery does not name'
        : `venta_partida must be a line of Venta ${delivery.venta}`
    return wrong('venta_partida', what)
  }
  if (line.vendida !== null && line.articulo_vendido !== line.articulo) {
    return wrong('articulo', `Articulo ${line.articulo_clave} is not what was sold`)
  }
  if (line.vendida !== null && line.unidad_vendida !== line.unidad) {
    return wrong('unidad', 'it must be the unit in which it was sold')
  }
  if (line.numero_serie !== null && line.serie === null) {
    const what = `Articulo ${line.articulo_clave} has no serial number ${line.numero_serie}`
    return wrong('numero_serie', what)
  }
  if (line.reserva_estado === 'vigente' && line.reserva_almacen !== delivery.almacen) {
    return wrong('almacen', 'what was put aside for it lies in another warehouse')
  }
  return null
}
