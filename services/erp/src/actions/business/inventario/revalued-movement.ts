import { cents } from '../cents.ts'
import type { StockMovement } from './stock-movement.ts'
import type { RevaluationLineRow, RevaluationRow } from './store/revaluation-store.ts'

/** The movement that changes the value of stock as a revaluation says (1), or back again (-1). */
export function revaluedMovement(
  row: RevaluationRow,
  lines: readonly RevaluationLineRow[],
  of: { readonly now: string; readonly sign: 1n | -1n },
): StockMovement {
  const isBack = of.sign < 0n
  const place = { almacen: row.almacen ?? '', ubicacion: null }
  return {
    key: row.id,
    id: null,
    concepto: isBack ? 'REVERSA' : 'AJUSTE',
    fecha: of.now,
    source: { model: 'RevaluacionInventario', id: row.id },
    referencia: row.folio,
    reversa: isBack ? row.movimiento : null,
    lines: lines.map(({ partida, articulo, lote, cantidad, importe }) => {
      const revalue = of.sign * cents(importe)
      return {
        id: null,
        partida,
        articulo,
        lote,
        serie: null,
        from: revalue < 0n ? place : null,
        to: revalue < 0n ? null : place,
        cantidad,
        unidad: null,
        importe: null,
        reserva: null,
        reversa: null,
        revalue,
      }
    }),
  }
}
