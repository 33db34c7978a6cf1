import { textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { COTIZACION_STATES } from './cotizacion-states.ts'
import { saleOfQuote } from './decisions/sale-of-quote.ts'
import { createSales, taxSales } from './effects/create-sales.ts'
import { expired, noteMoved } from './move-quotes.ts'
import { findQuoteLines, lockQuotes, type QuoteRow } from './store/quote-store.ts'

/**
 * Makes sales of what was quoted: drafts, to be confirmed.
 * @source docs/decisions/0250-erp-selling.md
 */
export const aceptarCotizacion: RecordAction = {
  model: 'Cotizacion',
  name: 'aceptar_cotizacion',
  label: 'Aceptar cotización',
  mode: 'grid_action',
  inputs: [
    referenceInput('CondicionPago', {
      name: 'condicion_pago',
      label: 'Condición de pago',
      required: false,
    }),
    referenceInput('Almacen', { name: 'almacen', label: 'Almacén', required: false }),
    textInput({
      name: 'orden_compra_cliente',
      label: 'Orden de compra del cliente',
      help: 'Con la que aceptó.',
      required: false,
      minLength: 0,
      length: 40,
    }),
  ],
  emits: ['aceptada'],
  run: accept,
}

async function accept(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, registry, moment } = context
  const { empresa } = caller
  const text = (name: string) => {
    const value = context.inputs.get(name)
    return value === undefined || value === null ? null : String(value)
  }
  const terms = {
    today: moment.today,
    condicion_pago: text('condicion_pago'),
    almacen: text('almacen'),
    orden_compra_cliente: text('orden_compra_cliente'),
  }
  const batch = new DocumentBatch(ids, await lockQuotes(tx, empresa, ids), {
    model: aceptarCotizacion.model,
    states: statesBefore(COTIZACION_STATES, aceptarCotizacion.name),
  })
  const found = await findQuoteLines(
    tx,
    empresa,
    batch.remaining.map(({ id }) => id),
  )
  const lines = Map.groupBy(
    found.filter(({ opcional }) => !opcional),
    ({ cotizacion }) => cotizacion,
  )
  for (const quote of batch.remaining) {
    const problem =
      expired(quote, moment.today) ?? problemOf(quote, terms) ?? noLines(quote, lines.has(quote.id))
    if (problem !== null) batch.refuse(quote.id, problem)
  }
  const done = batch.remaining
  const drafts = done.map((quote) =>
    saleOfQuote(registry, { quote, terms }, lines.get(quote.id) ?? []),
  )
  await taxSales(context, drafts)
  const made = await createSales(context, drafts)
  const sales = new Map(done.map(({ id }, index) => [id, made[index]]))
  await noteMoved(context, done, {
    action: { ...aceptarCotizacion, reason: null },
    to: 'aceptada',
    moreOf: ({ id }) => ({ venta: sales.get(id)?.id ?? null, folio_venta: sales.get(id)?.folio }),
  })
  const warnings = done.flatMap((quote): readonly (readonly [string, readonly ErrorEntry[]])[] => {
    const total = sales.get(quote.id)?.total ?? quote.total
    return total === quote.total ? [] : [[quote.id, [differs(quote, total)]]]
  })
  return { ...batch.outcome, warnings: new Map(warnings) }
}

function problemOf(
  quote: QuoteRow,
  terms: { readonly condicion_pago: string | null },
): ErrorEntry | null {
  const wanted = (field: string, what: string): ErrorEntry => {
    return { code: 'VALIDATION', field, message: `Cotizacion ${quote.id}: ${what}.` }
  }
  if (quote.cliente === null) return wanted('cliente', 'a sale needs a customer')
  if (quote.cliente_estado !== 'activo') {
    const message = `The customer ${quote.razon_social} is ${quote.cliente_estado}; only one that is activo is sold to.`
    return { code: 'CUSTOMER_BLOCKED', field: 'cliente', message }
  }
  if (quote.condicion_pago !== null || terms.condicion_pago !== null) return null
  return wanted('condicion_pago', 'neither the customer nor the request says the terms of payment')
}

function noLines({ id }: QuoteRow, hasLines: boolean): ErrorEntry | null {
  if (hasLines) return null
  return { code: 'NO_LINES', message: `Cotizacion ${id} has no lines that are not optional.` }
}

/** Optional lines stay behind, and taxes are those of today. */
function differs({ id, total }: QuoteRow, made: string): ErrorEntry {
  const message = `Cotizacion ${id} is of ${total}; its sale is of ${made}.`
  return { code: 'VALIDATION', field: 'total', message }
}
