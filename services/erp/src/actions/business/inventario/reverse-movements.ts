import type { ErrorEntry } from '../../../errors.ts'
import { MOVED_BEFORE_STOCK } from '../../../messages/stock.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { MOVED_FIELDS, reversedLine, type MovementLine } from './decisions/reversal.ts'
import { moveStock } from './move-stock.ts'
import type { StockOutcome } from './stock-movement.ts'

/** The lines of movements, by movement. */
export async function movementLines(
  context: ActionContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly MovementLine[]>> {
  return await rowsBelow(context, 'MovimientoInventarioPartida', {
    parent: 'movimiento',
    ids,
    fields: MOVED_FIELDS,
  })
}

/**
 * Takes applied movements back, each by a new movement of today that refers to it. The keys of the outcome are the ids
 * of the movements taken back.
 */
export async function reverseMovements(
  context: ActionContext,
  applied: readonly { readonly id: string; readonly folio: string }[],
): Promise<StockOutcome> {
  if (applied.length === 0) return { moved: new Map(), refused: new Map() }
  const { moment } = context
  const lines = await movementLines(
    context,
    applied.map(({ id }) => id),
  )
  const hasMoved = ({ id }: { readonly id: string }) =>
    (lines.get(id) ?? []).every(({ cantidad_base: moved }) => moved !== null)
  const outcome = await moveStock(
    context,
    applied.filter(hasMoved).map(({ id, folio }) => ({
      key: id,
      id: null,
      concepto: 'REVERSA',
      fecha: moment.now,
      source: { model: 'MovimientoInventario', id },
      referencia: folio,
      reversa: id,
      lines: (lines.get(id) ?? []).map(reversedLine),
    })),
  )
  const unmoved = applied.filter((movement) => !hasMoved(movement)).map(({ id }) => unmovedOf(id))
  return { ...outcome, refused: new Map([...outcome.refused, ...unmoved]) }
}

function unmovedOf(id: string): [string, readonly ErrorEntry[]] {
  return [id, [{ code: 'INVALID_STATE', message: MOVED_BEFORE_STOCK({ id }) }]]
}
