import type { RecordAction } from '../action.ts'
import { moveQuotes } from './move-quotes.ts'

/**
 * Takes quotes back to where they can be changed.
 * @source docs/decisions/0250-erp-selling.md
 */
export const regresarCotizacion: RecordAction = {
  model: 'Cotizacion',
  name: 'regresar_cotizacion',
  label: 'Regresar a borrador',
  mode: 'grid_action',
  inputs: [],
  emits: ['borrador'],
  run: (context, ids) => moveQuotes(context, ids, { action: regresarCotizacion, to: 'borrador' }),
}
