import type { Picked } from '../../../../dictionary/row-types.ts'
import { cents } from '../../cents.ts'
import type { StockLine } from '../stock-movement.ts'

/** What is read of a movement's line. */
export const MOVED_FIELDS = [
  'partida',
  'articulo',
  'lote',
  'serie',
  'reserva',
  'ubicacion',
  'ubicacion_destino',
  'cantidad',
  'unidad',
  'costo_unitario',
  'importe',
  'cantidad_base',
  'almacen_salida',
  'valor_salida',
  'almacen_entrada',
  'valor_entrada',
] as const

/** A line of a movement as it was written or as it moved. */
export type MovementLine = Picked<'MovimientoInventarioPartida', (typeof MOVED_FIELDS)[number]>

/** The line that takes back what a line moved: from where it went to where it came from, at the value that it moved. */
export function reversedLine(line: MovementLine): StockLine {
  const { partida, articulo, lote, serie, cantidad_base: cantidad } = line
  if (cantidad === null) throw new Error(`line ${line.id} has not moved`)
  const { almacen_salida: left, almacen_entrada: entered } = line
  const isTransfer = left !== null && entered !== null
  const toWhere = isTransfer ? line.ubicacion_destino : line.ubicacion
  return {
    id: null,
    partida,
    articulo,
    lote,
    serie,
    from: entered === null ? null : { almacen: entered, ubicacion: toWhere },
    to: left === null ? null : { almacen: left, ubicacion: line.ubicacion },
    cantidad,
    unidad: null,
    importe: cents(line.valor_entrada ?? line.valor_salida ?? '0'),
    reserva: null,
    reversa: line.id,
  }
}
