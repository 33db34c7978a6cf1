import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
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
  const name = `DevolucionVenta ${row.id}`
  if (lines.length === 0) return { code: 'NO_LINES', message: `${name} has no lines.` }
  if (row.venta === null) return null
  if (!RETURNABLE.has(row['venta.estado'] ?? '')) {
    const message = `Venta ${row.venta} is ${row['venta.estado']}; nothing of it was delivered.`
    return { code: 'INVALID_STATE', field: 'venta', message }
  }
  if (row['venta.cliente'] === row.cliente) return null
  const message = `cliente of ${name} is not the customer of Venta ${row.venta}.`
  return { code: 'VALIDATION', field: 'cliente', message }
}

function wrong(line: ReturnLineRow, field: string, what: string): ErrorEntry {
  return { code: 'VALIDATION', field, message: `Line ${line.partida}: ${what}.` }
}

function lineProblem(row: ReturnRow, line: ReturnLineRow): ErrorEntry | null {
  if (line.venta !== row.venta) {
    const what =
      row.venta === null
        ? 'it is of a sale, which the return does not name'
        : `venta_partida must be a line of Venta ${row.venta}`
    return wrong(line, 'venta_partida', what)
  }
  if (line.vendida !== null && line.articulo_vendido !== line.articulo) {
    return wrong(line, 'articulo', `Articulo ${line.articulo_clave} is not what was sold`)
  }
  if (line.numero_serie === null || line.serie !== null) return null
  const what = `Articulo ${line.articulo_clave} has no serial number ${line.numero_serie}`
  return wrong(line, 'numero_serie', what)
}

/** No more comes back than was delivered. */
function excessProblem(line: ReturnLineRow, asked: bigint, before: bigint): ErrorEntry | null {
  const delivered = quantity(line.entregada)
  if (line.vendida === null || before + asked <= delivered) return null
  const [sent, back] = [quantityText(delivered), quantityText(before)]
  const what =
    `${sent} of Articulo ${line.articulo_clave} were delivered and ${back} came back; ` +
    `${quantityText(delivered - before)} can still come back, not ${quantityText(asked)}`
  return wrong(line, 'cantidad_devuelta', what)
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
    return wrong(line, 'dictamen', 'the reason of the return wants it inspected: say its dictamen')
  }
  if (accepted < 0n || accepted > quantity(line.cantidad_devuelta)) {
    const what = `cantidad_aceptada is ${quantityText(accepted)}, but must lie between 0 and ${line.cantidad_devuelta}`
    return wrong(line, 'cantidad_aceptada', what)
  }
  const dictum = dictumOf(row, line)
  if (accepted === 0n || !APART.includes(dictum) || row['almacen.tipo'] === dictum) return null
  const what = `what is ${dictum} lies in a warehouse of that kind, which Almacen ${row['almacen.clave']} is not`
  return { ...wrong(line, 'almacen', what) }
}
