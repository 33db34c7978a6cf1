import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
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
  return null
}

function saleProblem(delivery: DeliveryRow, unsettled: string | undefined): ErrorEntry | null {
  if (delivery.venta === null) return null
  const estado = delivery['venta.estado']
  if (!DELIVERABLE.has(estado ?? '')) {
    const message = `Venta ${delivery.venta} is ${estado}; confirm it before it is delivered.`
    return { code: 'INVALID_STATE', field: 'venta', message }
  }
  if (unsettled !== undefined) {
    const replaces = `Venta ${delivery.venta} replaces Venta ${unsettled}, whose goods were delivered`
    const message = `${replaces}: cancel that first, saying in mercancia what becomes of them.`
    return { code: 'INVALID_STATE', field: 'venta', message }
  }
  if (delivery['venta.cliente'] === delivery.cliente) return null
  const message = `cliente of RemisionVenta ${delivery.id} is not the customer of Venta ${delivery.venta}.`
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
