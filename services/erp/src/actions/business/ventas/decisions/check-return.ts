import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { OF_OTHER_CUSTOMER } from '../../../../messages/deliveries.ts'
import {
  ACCEPTED_WITHIN,
  INSPECTION_REQUIRED,
  LINE_OF_OTHER_SALE,
  MORE_THAN_DELIVERED,
  NOT_WHAT_WAS_SOLD,
  NO_SERIAL_NUMBER,
  RETURN_NAMES_NO_SALE,
  SALE_NOT_DELIVERED,
  WAREHOUSE_OF_OTHER_KIND,
} from '../../../../messages/goods-lines.ts'
import type { Message } from '../../../../messages/message.ts'
import { HAS_NO_LINES } from '../../../../messages/without-lines.ts'
import { cents } from '../../cents.ts'
import { quantity, quantityText, share } from '../../quantity.ts'
import type { ReturnLineRow } from '../store/return-store.ts'

/** A return, with what its sale, its warehouse and its reason say. */
type ReturnRow = Picked<
  'DevolucionVenta',
  | 'cliente'
  | 'venta'
  | 'venta.estado'
  | 'venta.cliente'
  | 'almacen.clave'
  | 'almacen.tipo'
  | 'motivo_devolucion.destino'
  | 'motivo_devolucion.requiere_inspeccion'
>

/** A line of a return, with what is accepted of it, in millionths, and what that cost, in cents. */
export interface AcceptedReturn {
  readonly line: ReturnLineRow
  readonly accepted: bigint
  /** Null: what stock costs, since nothing says what it left with. */
  readonly cost: bigint | null
}

/** The states in which something of a sale can come back. */
const RETURNABLE = new Set(['confirmada', 'facturada', 'pagada'])
/** What is not to be sold again lies in a warehouse of its own. */
const APART: readonly string[] = ['cuarentena', 'merma']

/** What came back of lines of sales while the returns of a batch are decided one after the other. */
export class ReturnedState {
  readonly #returned = new Map<string, { readonly cantidad: bigint; readonly costo: bigint }>()

  /** Why what a customer asks to give back cannot come back. */
  problemsOfRequest(row: ReturnRow, lines: readonly ReturnLineRow[]): readonly ErrorEntry[] {
    const head = headProblem(row, lines)
    if (head !== null) return [head]
    return lines.flatMap(
      (line) =>
        lineProblem(row, line) ??
        excessProblem(line, quantity(line.cantidad_devuelta), quantity(line.devuelta)) ??
        [],
    )
  }

  /** What is accepted of a return that was counted, or why it is not. */
  accept(
    row: ReturnRow,
    lines: readonly ReturnLineRow[],
  ):
    | { readonly accepted: readonly AcceptedReturn[] }
    | { readonly problems: readonly ErrorEntry[] } {
    const head = headProblem(row, lines)
    if (head !== null) return { problems: [head] }
    const before = new Map(this.#returned)
    const problems: ErrorEntry[] = []
    const accepted = lines.flatMap((line) => {
      const count = acceptedOf(row, line)
      const problem =
        lineProblem(row, line) ??
        countProblem(row, line, count) ??
        excessProblem(line, count, this.#before(line).cantidad)
      if (problem === null) return [this.#take(line, count)]
      problems.push(problem)
      return []
    })
    if (problems.length === 0) return { accepted }
    this.#returned.clear()
    for (const [id, part] of before) this.#returned.set(id, part)
    return { problems }
  }

  #before(line: ReturnLineRow) {
    const known = this.#returned.get(line.vendida ?? '')
    return known ?? { cantidad: quantity(line.devuelta), costo: cents(line.costo_vuelta) }
  }

  /** It costs what it left with: its share of what is still out. */
  #take(line: ReturnLineRow, accepted: bigint): AcceptedReturn {
    if (line.vendida === null) return { line, accepted, cost: null }
    const before = this.#before(line)
    const isKnown = quantity(line.cantidad_salida) >= quantity(line.entregada)
    const out = quantity(line.cantidad_salida) - before.cantidad
    const left = cents(line.costo_salida) - before.costo
    const cost = isKnown && out > 0n ? share(left, accepted, out) : null
    this.#returned.set(line.vendida, {
      cantidad: before.cantidad + accepted,
      costo: before.costo + (cost ?? 0n),
    })
    return { line, accepted, cost }
  }
}

function headProblem(row: ReturnRow, lines: readonly ReturnLineRow[]): ErrorEntry | null {
  const of = { model: 'DevolucionVenta', id: row.id }
  if (lines.length === 0) return { code: 'NO_LINES', message: HAS_NO_LINES(of) }
  if (row.venta === null) return null
  if (!RETURNABLE.has(row['venta.estado'] ?? '')) {
    const state = String(row['venta.estado'])
    const message = SALE_NOT_DELIVERED({ sale: row.venta, state })
    return { code: 'INVALID_STATE', field: 'venta', message }
  }
  if (row['venta.cliente'] === row.cliente) return null
  const message = OF_OTHER_CUSTOMER({ ...of, sale: row.venta })
  return { code: 'VALIDATION', field: 'cliente', message }
}

function wrong(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function lineProblem(row: ReturnRow, line: ReturnLineRow): ErrorEntry | null {
  const of = { line: line.partida, article: line.articulo_clave }
  if (line.venta !== row.venta) {
    const { venta: sale } = row
    const message = sale === null ? RETURN_NAMES_NO_SALE(of) : LINE_OF_OTHER_SALE({ ...of, sale })
    return wrong('venta_partida', message)
  }
  if (line.vendida !== null && line.articulo_vendido !== line.articulo)
    return wrong('articulo', NOT_WHAT_WAS_SOLD(of))
  if (line.numero_serie === null || line.serie !== null) return null
  return wrong('numero_serie', NO_SERIAL_NUMBER({ ...of, serial: line.numero_serie }))
}

/** No more comes back than was delivered. */
function excessProblem(line: ReturnLineRow, asked: bigint, before: bigint): ErrorEntry | null {
  const delivered = quantity(line.entregada)
  if (line.vendida === null || before + asked <= delivered) return null
  const message = MORE_THAN_DELIVERED({
    line: line.partida,
    article: line.articulo_clave,
    delivered: quantityText(delivered),
    back: quantityText(before),
    left: quantityText(delivered - before),
    asked: quantityText(asked),
  })
  return wrong('cantidad_devuelta', message)
}

function dictumOf(row: ReturnRow, line: ReturnLineRow): string {
  return line.dictamen ?? row['motivo_devolucion.destino']
}

function acceptedOf(row: ReturnRow, line: ReturnLineRow): bigint {
  if (dictumOf(row, line) === 'rechazo') return 0n
  return quantity(line.cantidad_aceptada ?? line.cantidad_devuelta)
}

function countProblem(row: ReturnRow, line: ReturnLineRow, accepted: bigint): ErrorEntry | null {
  if (row['motivo_devolucion.requiere_inspeccion'] && line.dictamen === null) {
    return wrong('dictamen', INSPECTION_REQUIRED({ line: line.partida }))
  }
  if (accepted < 0n || accepted > quantity(line.cantidad_devuelta)) {
    const { partida, cantidad_devuelta: most } = line
    const message = ACCEPTED_WITHIN({ line: partida, accepted: quantityText(accepted), most })
    return wrong('cantidad_aceptada', message)
  }
  const dictum = dictumOf(row, line)
  if (accepted === 0n || !APART.includes(dictum) || row['almacen.tipo'] === dictum) return null
  const warehouse = row['almacen.clave']
  return wrong('almacen', WAREHOUSE_OF_OTHER_KIND({ line: line.partida, dictum, warehouse }))
}
