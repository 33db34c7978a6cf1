import { textInput } from '../../../dictionary/action-description.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { CUSTOMER_NOT_ACTIVE } from '../../../messages/confirmed-sales.ts'
import {
  QUOTE_EXPIRED,
  QUOTE_HOLDS,
  QUOTE_WITHOUT_CUSTOMER,
  QUOTE_WITHOUT_TERMS,
  SALE_OF_QUOTE_DIFFERS,
} from '../../../messages/quotes.ts'
import { HAS_NO_LINES, NO_FIRM_LINES } from '../../../messages/without-lines.ts'
import { readRows } from '../../../store/records/model-rows.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { createDocuments } from '../new-documents.ts'
import { quoteMail } from './decisions/quote-mail.ts'
import { agreedTerms, saleOfQuote, type QuotedCustomer } from './decisions/sale-of-quote.ts'
import {
  findQuoteLines,
  findQuoteReaders,
  type QuoteLineRow,
  type QuoteReader,
} from './store/quote-store.ts'

// What customers are offered. @source docs/decisions/0250-erp-selling.md

const MODEL = 'Cotizacion'

/** Sends quotes to their customers; one who has no address gets it by hand. */
export const enviarCotizacion = documentAction('Cotizacion', {
  name: 'enviar_cotizacion',
  label: 'Enviar cotización',
  fields: ['fecha', 'vigencia', 'cliente', 'total', 'cliente.razon_social', 'moneda.clave'],
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller, moment } = context
    const [lines, readers] = await Promise.all([
      linesOf(context, batch.remaining),
      findQuoteReaders(tx, caller.empresa, customersOf(batch.remaining)),
    ])
    for (const row of batch.remaining) {
      const late = expired(row, moment.today)
      if (late !== null) batch.refuse(row.id, late)
      else if (!lines.has(row.id)) {
        const message = HAS_NO_LINES({ model: MODEL, id: row.id })
        batch.refuse(row.id, { code: 'NO_LINES', message })
      }
    }
    for (const row of batch.remaining) {
      const reader = readers.get(row.cliente ?? '') ?? NOBODY
      const { correos } = reader
      changes.mail(quoteMail(row, lines.get(row.id) ?? [], reader))
      move(row, { told: { total: row.total, correos } })
    }
  },
})

const NOBODY: QuoteReader = { correos: [], idioma: null }

/** Makes sales of what was quoted: drafts, to be confirmed. */
export const aceptarCotizacion = documentAction('Cotizacion', {
  name: 'aceptar_cotizacion',
  label: 'Aceptar cotización',
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
  fields: ['vigencia', 'cliente', 'vendedor', 'moneda', 'tipo_cambio', 'total'],
  run: async ({ context, batch, move }) => {
    const { registry, moment } = context
    const terms = termsOf(context)
    const [all, customers] = await Promise.all([
      linesOf(context, batch.remaining),
      readRows(context, 'Cliente', {
        ids: customersOf(batch.remaining),
        fields: [
          'razon_social',
          'estado',
          'condicion_pago',
          'uso_cfdi',
          'grupo_cliente.condicion_pago',
        ],
      }),
    ])
    const linesFor = ({ id }: Quote) => (all.get(id) ?? []).filter(({ opcional }) => !opcional)
    const customerOf = ({ cliente }: Quote) => customers.get(cliente ?? '')
    for (const row of batch.remaining) {
      const problem =
        expired(row, moment.today) ??
        problemOf(row, customerOf(row), terms) ??
        noLines(row, linesFor(row))
      if (problem !== null) batch.refuse(row.id, problem)
    }
    const drafts = batch.remaining.map((quote) =>
      saleOfQuote(registry, { quote, customer: customerOf(quote), terms }, linesFor(quote)),
    )
    const sales = await createDocuments(context, drafts)
    for (const [index, row] of batch.remaining.entries()) {
      const sale = sales[index]
      const made = { venta: sale?.id ?? null, folio_venta: sale?.folio }
      move(row, { told: { total: row.total, ...made } })
      if (sale !== undefined && sale.total !== row.total) batch.warn(row.id, [differs(row, sale)])
    }
  },
})

/** The customer does not want what was quoted. */
export const rechazarCotizacion = documentAction('Cotizacion', {
  name: 'rechazar_cotizacion',
  label: 'Rechazar cotización',
  hasReason: true,
  fields: ['total'],
  run: moveAll,
})

/** Takes quotes back to where they can be changed. */
export const regresarCotizacion = documentAction('Cotizacion', {
  name: 'regresar_cotizacion',
  label: 'Regresar a borrador',
  fields: ['total'],
  run: moveAll,
})

/** Marks quotes whose last day is over. */
export const vencerCotizacion = documentAction('Cotizacion', {
  name: 'vencer_cotizacion',
  label: 'Vencer cotización',
  fields: ['total', 'vigencia'],
  run: ({ context, batch, move }) => {
    for (const row of batch.remaining) {
      if (expired(row, context.moment.today) === null) {
        const message = QUOTE_HOLDS({ id: row.id, until: row.vigencia })
        batch.refuse(row.id, { code: 'INVALID_STATE', field: 'vigencia', message })
      } else move(row, { told: { total: row.total } })
    }
  },
})

/** Quotes that hold no longer. */
export const cancelarCotizacion = documentAction('Cotizacion', {
  name: 'cancelar_cotizacion',
  label: 'Cancelar cotización',
  hasReason: true,
  fields: ['total'],
  run: moveAll,
})

type Quote = Picked<typeof MODEL, 'cliente'>

function moveAll({ batch, move }: DocumentWork<typeof MODEL, 'total'>): void {
  for (const row of batch.remaining) move(row, { told: { total: row.total } })
}

async function linesOf(
  { tx, caller }: ActionContext,
  quotes: readonly Quote[],
): Promise<ReadonlyMap<string, readonly QuoteLineRow[]>> {
  const ids = quotes.map(({ id }) => id)
  const lines = await findQuoteLines(tx, caller.empresa, ids)
  return Map.groupBy(lines, ({ cotizacion }) => cotizacion)
}

function customersOf(quotes: readonly Quote[]): readonly string[] {
  return [...new Set(quotes.flatMap(({ cliente }) => cliente ?? []))]
}

/** What whoever accepts a quote says beside it. */
function termsOf({ inputs, moment }: ActionContext) {
  const text = (name: string) => {
    const value = inputs.get(name)
    return value === undefined || value === null ? null : String(value)
  }
  return {
    today: moment.today,
    condicion_pago: text('condicion_pago'),
    almacen: text('almacen'),
    orden_compra_cliente: text('orden_compra_cliente'),
  }
}

/** A quote is offered up to its last day. */
function expired(
  { id, vigencia }: Picked<typeof MODEL, 'vigencia'>,
  today: string,
): ErrorEntry | null {
  if (vigencia >= today) return null
  const message = QUOTE_EXPIRED({ id, until: vigencia })
  return { code: 'INVALID_STATE', field: 'vigencia', message }
}

function problemOf(
  quote: Quote,
  customer: QuotedCustomer | undefined,
  terms: { readonly condicion_pago: string | null },
): ErrorEntry | null {
  const { id } = quote
  if (customer === undefined)
    return { code: 'VALIDATION', field: 'cliente', message: QUOTE_WITHOUT_CUSTOMER({ id }) }
  if (customer.estado !== 'activo') {
    const { razon_social: name, estado: state } = customer
    const message = CUSTOMER_NOT_ACTIVE({ customer: name, state })
    return { code: 'CUSTOMER_BLOCKED', field: 'cliente', message }
  }
  if (agreedTerms(customer) !== null || terms.condicion_pago !== null) return null
  return { code: 'VALIDATION', field: 'condicion_pago', message: QUOTE_WITHOUT_TERMS({ id }) }
}

function noLines({ id }: Quote, lines: readonly QuoteLineRow[]): ErrorEntry | null {
  if (lines.length > 0) return null
  return { code: 'NO_LINES', message: NO_FIRM_LINES({ model: MODEL, id }) }
}

/** Optional lines stay behind, and taxes are those of today. */
function differs(
  { id, total }: Picked<typeof MODEL, 'total'>,
  sale: { readonly total: string },
): ErrorEntry {
  const message = SALE_OF_QUOTE_DIFFERS({ id, total, made: sale.total })
  return { code: 'VALIDATION', field: 'total', message }
}
