import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { moveQuotes } from './move-quotes.ts'

/**
 * Quotes that hold no longer.
 * @source docs/decisions/0250-erp-selling.md
 */
export const cancelarCotizacion: RecordAction = {
  model: 'Cotizacion',
  name: 'cancelar_cotizacion',
  label: 'Cancelar cotización',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: (context, ids) => moveQuotes(context, ids, { action: cancelarCotizacion, to: 'cancelada' }),
}
