import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import {
  LINE_UNPRICED,
  NO_RATE_TODAY,
  NO_SUPPLIER_SUGGESTED,
  NO_TERMS_OF_PAYMENT,
  NOTHING_LEFT_TO_BUY,
} from '../../../../messages/requisitions.ts'
import { quantity, quantityText } from '../../quantity.ts'
import { supplierProblem } from './supplier-problem.ts'

export const REQUISITION_FIELDS = [
  'comprador',
  'moneda',
  'almacen',
  'departamento',
  'centro_costo',
  'proyecto',
  'fecha_requerida',
] as const
export const REQUESTED_FIELDS = [
  'partida',
  'articulo',
  'descripcion',
  'cantidad',
  'unidad',
  'precio_estimado',
  'proveedor_sugerido',
  'fecha_requerida',
  'cantidad_comprada',
  'estado',
] as const

export type Requisition = Picked<'RequisicionCompra', (typeof REQUISITION_FIELDS)[number]>
export type RequestedLine = Picked<'RequisicionCompraPartida', (typeof REQUESTED_FIELDS)[number]>
type Supplier = Picked<'Proveedor', 'razon_social' | 'estado' | 'condicion_pago'>

/** What whoever buys says besides, and what there is to know. */
export interface Terms {
  readonly today: string
  /** For lines that suggest none. */
  readonly proveedor: string | null
  /** For suppliers that have none. */
  readonly condicion_pago: string | null
  readonly suppliers: ReadonlyMap<string, Supplier>
  /** What a currency stands at; undefined: nobody says. */
  readonly rateOf: (moneda: string) => string | undefined
}

/** A purchase with its lines, before it is made. */
interface Order {
  readonly fields: Readonly<Record<string, string | null>>
  readonly lines: readonly Readonly<Record<string, string | null>>[]
}

type Ordered =
  | { readonly problems: readonly ErrorEntry[] }
  | { readonly orders: readonly Order[]; readonly bought: readonly RequestedLine[] }

/** The purchases that a requisition becomes, one for each supplier, with all that is still missing of its lines. */
export function ordersOf(
  requisition: Requisition,
  lines: readonly RequestedLine[],
  terms: Terms,
): Ordered {
  const bought = lines.filter((line) => isWanted(line) && missing(line) > 0n)
  if (bought.length === 0) {
    const message = NOTHING_LEFT_TO_BUY({ id: requisition.id })
    return { problems: [{ code: 'NO_LINES', message }] }
  }
  const rate = terms.rateOf(requisition.moneda)
  const wrong = rate === undefined ? [noRate(requisition)] : []
  const bySupplier = Map.groupBy(bought, (line) => line.proveedor_sugerido ?? terms.proveedor ?? '')
  for (const [id, own] of bySupplier) wrong.push(...problemsOf(id, own, terms))
  if (wrong.length > 0) return { problems: wrong }
  const orders = [...bySupplier].map(([proveedor, own]): Order => ({
    fields: { ...headOf(requisition, proveedor, terms), tipo_cambio: rate ?? null },
    lines: own.map((line, index) => orderedLine(line, index + 1)),
  }))
  return { orders, bought }
}

/** What a line holds when its purchases come to so much, in millionths of its unit. */
export function boughtLine({ cantidad }: RequestedLine, bought: bigint) {
  const estado = bought >= quantity(cantidad) ? ('comprada' as const) : ('pendiente' as const)
  return { cantidad_comprada: quantityText(bought), estado }
}

/** How much of a line is not bought yet, in millionths of its unit. */
export function missing({ cantidad, cantidad_comprada: bought }: RequestedLine): bigint {
  return quantity(cantidad) - quantity(bought ?? '0')
}

function isWanted({ estado }: RequestedLine): boolean {
  return estado !== 'rechazada' && estado !== 'cancelada'
}

function problemsOf(
  supplier: string,
  lines: readonly RequestedLine[],
  { suppliers, condicion_pago: terms }: Terms,
): readonly ErrorEntry[] {
  const known = suppliers.get(supplier)
  if (known === undefined) {
    const numbers = lines.map(({ partida }) => String(partida))
    const message = NO_SUPPLIER_SUGGESTED({ numbers })
    return [{ code: 'VALIDATION', field: 'proveedor', message }]
  }
  const blocked = supplierProblem({ ...known, lista_69b: null })
  if (blocked !== null) return [blocked]
  const unpriced = lines.filter((line) => Number(line.precio_estimado ?? 0) === 0)
  const problems = unpriced.map(({ partida }): ErrorEntry => ({
    code: 'VALIDATION',
    field: 'precio_estimado',
    message: LINE_UNPRICED({ line: partida }),
  }))
  if (known.condicion_pago !== null || terms !== null) return problems
  const message = NO_TERMS_OF_PAYMENT({ supplier: known.razon_social })
  return [...problems, { code: 'VALIDATION', field: 'condicion_pago', message }]
}

function noRate({ id }: Requisition): ErrorEntry {
  return { code: 'VALIDATION', field: 'moneda', message: NO_RATE_TODAY({ id }) }
}

function headOf(
  requisition: Requisition,
  proveedor: string,
  { today, suppliers, ...terms }: Terms,
) {
  const { moneda, comprador, almacen, departamento, centro_costo, proyecto } = requisition
  return {
    fecha: today,
    proveedor,
    requisicion_compra: requisition.id,
    comprador,
    moneda,
    condicion_pago: suppliers.get(proveedor)?.condicion_pago ?? terms.condicion_pago,
    almacen,
    departamento,
    centro_costo,
    proyecto,
    fecha_entrega: requisition.fecha_requerida,
    estado: 'iniciada',
  }
}

function orderedLine(line: RequestedLine, partida: number) {
  const { articulo, descripcion, unidad, fecha_requerida } = line
  return {
    partida: String(partida),
    requisicion_partida: line.id,
    articulo,
    descripcion,
    cantidad: quantityText(missing(line)),
    unidad,
    precio: line.precio_estimado,
    fecha_entrega: fecha_requerida,
  }
}
