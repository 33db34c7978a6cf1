import { rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'
import { releaseReservations } from '../inventario/reserve-stock.ts'

/** What is still put aside for sales is free again. */
export async function freeSaleStock(
  context: ActionContext,
  changes: Changes,
  ids: readonly string[],
): Promise<void> {
  const lines = await rowsBelow(context, 'VentaPartida', {
    parent: 'venta',
    ids,
    fields: ['reserva', 'reserva.estado'],
  })
  const held = [...lines.values()].flat().filter((line) => line['reserva.estado'] === 'vigente')
  await releaseReservations(
    context,
    held.flatMap(({ reserva }) => reserva ?? []),
  )
  for (const { id } of held) changes.change('VentaPartida', id, { reserva: null })
}
