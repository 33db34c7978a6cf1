import type { ErrorEntry } from '../../../errors.ts'
import type { RecordAction } from '../action.ts'
import { expired, moveQuotes } from './move-quotes.ts'
import type { QuoteRow } from './store/quote-store.ts'

/**
 * Marks quotes whose last day is over.
 * @source docs/decisions/0250-erp-selling.md
 */
export const vencerCotizacion: RecordAction = {
  model: 'Cotizacion',
  name: 'vencer_cotizacion',
  label: 'Vencer cotización',
  mode: 'grid_action',
  inputs: [],
  emits: ['vencida'],
  run: (context, ids) =>
    moveQuotes(context, ids, { action: vencerCotizacion, to: 'vencida', problemOf: stillHolds }),
}

function stillHolds(quote: QuoteRow, today: string): ErrorEntry | null {
  if (expired(quote, today) !== null) return null
  const message = `Cotizacion ${quote.id} holds until ${quote.vigencia}.`
  return { code: 'INVALID_STATE', field: 'vigencia', message }
}
