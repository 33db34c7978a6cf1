import { enqueueMails } from '../../../store/outbox-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { COTIZACION_STATES } from './cotizacion-states.ts'
import { quoteMail } from './decisions/quote-mail.ts'
import { expired, noteMoved } from './move-quotes.ts'
import { findQuoteLines, lockQuotes, type QuoteRow } from './store/quote-store.ts'

/**
 * Sends quotes to their customers; one who has no address gets it by hand.
 * @source docs/decisions/0250-erp-selling.md
 */
export const enviarCotizacion: RecordAction = {
  model: 'Cotizacion',
  name: 'enviar_cotizacion',
  label: 'Enviar cotización',
  mode: 'grid_action',
  inputs: [],
  emits: ['enviada'],
  run: send,
}

async function send(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockQuotes(tx, empresa, ids), {
    model: enviarCotizacion.model,
    states: statesBefore(COTIZACION_STATES, enviarCotizacion.name),
  })
  const found = await findQuoteLines(
    tx,
    empresa,
    batch.remaining.map(({ id }) => id),
  )
  const lines = Map.groupBy(found, ({ cotizacion }) => cotizacion)
  for (const quote of batch.remaining) {
    const late = expired(quote, moment.today)
    if (late !== null) batch.refuse(quote.id, late)
    else if (!lines.has(quote.id)) {
      batch.refuse(quote.id, { code: 'NO_LINES', message: `Cotizacion ${quote.id} has no lines.` })
    }
  }
  const done = batch.remaining
  await enqueueMails(tx, empresa, {
    mails: done.map((quote) => quoteMail(quote, lines.get(quote.id) ?? [])),
    now: moment.now,
  })
  const action = { ...enviarCotizacion, reason: null }
  await noteMoved(context, done, { action, to: 'enviada', moreOf: addressesOf })
  return batch.outcome
}

function addressesOf({ correos }: QuoteRow) {
  return { correos }
}
