import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { moveQuotes } from './move-quotes.ts'

/**
 * The customer does not want what was quoted.
 * @source docs/decisions/0250-erp-selling.md
 */
export const rechazarCotizacion: RecordAction = {
  model: 'Cotizacion',
  name: 'rechazar_cotizacion',
  label: 'Rechazar cotización',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['rechazada'],
  run: (context, ids) => moveQuotes(context, ids, { action: rechazarCotizacion, to: 'rechazada' }),
}
