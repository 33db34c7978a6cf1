import { message } from './message.ts'

// Where the lines of an invoice belong, and how they differ from what was ordered and received. A line of a CFDI is a
// «concepto» in Spanish.

export const NAMED_TARGET = message<{ readonly place: string }>({
  en: ({ place }) =>
    `${place} must be {"concepto": number, and one of "compra_partida", "recepcion_partida", "recepcion_servicio", ` +
    '"gasto" or "cuenta_contable", the last two with "centro_costo" and "proyecto"}, all by id.',
  es: ({ place }, say) =>
    `${say.field(place)} debe ser {"concepto": número, y uno de "compra_partida", "recepcion_partida", ` +
    '"recepcion_servicio", "gasto" o "cuenta_contable", los dos últimos con "centro_costo" y "proyecto"}, todos por su id.',
})

export const NAMED_RECEIPT = message<{ readonly place: string }>({
  en: ({ place }) => `${place} must be the id of a RecepcionCompra.`,
  es: ({ place }, say) =>
    `${say.field(place)} debe ser el id de un registro de ${say.model('RecepcionCompra')}.`,
})

interface OfLine {
  readonly line: number
}

export const NAMES_NO_OWN_LINE = message<OfLine>({
  en: ({ line }) =>
    `partidas: line ${line} names a line of an order or a receipt that is not one of this supplier's, or has nothing to invoice.`,
  es: ({ line }, say) =>
    `${say.field('partidas')}: el concepto ${line} indica un renglón de una orden o de una recepción que no es de ` +
    'este proveedor, o que no tiene nada por facturar.',
})

export const NAMED_TWICE = message<OfLine & { readonly most: number }>({
  en: ({ line, most }) =>
    `partidas: concepto ${line} is named twice, or the invoice has only ${most}.`,
  es: ({ line, most }, say) =>
    `${say.field('partidas')}: el concepto ${line} está dos veces, o la factura sólo tiene ${most}.`,
})

/** `words`: its description; `folios`: of the orders that were looked at. */
export const FITS_NO_ORDER = message<
  OfLine & { readonly words: string; readonly folios: readonly string[] }
>({
  en: ({ line, words, folios }) =>
    folios.length === 0
      ? `Line ${line} of the invoice (${words}): no order is named; name the order in compra, the line in partidas, or what an expense is charged to in gasto.`
      : `Line ${line} of the invoice (${words}): no line of ${folios.join(', ')} fits by article, words or order; name ` +
        'the order in compra, the line in partidas, or what an expense is charged to in gasto.',
  es: ({ line, words, folios }, say) => {
    const [order, lines, expense] = ['compra', 'partidas', 'gasto'].map((name) => say.field(name))
    return folios.length === 0
      ? `Concepto ${line} de la factura (${words}): no se indicó ninguna orden; indica la orden en ${order}, el renglón ` +
          `en ${lines}, o a qué se carga el gasto en ${expense}.`
      : `Concepto ${line} de la factura (${words}): ningún renglón de ${say.all(folios)} coincide por artículo, ` +
          `descripción u orden; indica la orden en ${order}, el renglón en ${lines}, o a qué se carga el gasto en ${expense}.`
  },
})

/** A line of the invoice, and that of the order that it invoices. */
interface OfBoth extends OfLine {
  /** Of the order. */
  readonly folio: string
  /** Of the order. */
  readonly partida: number
  readonly ordered: string
  readonly invoiced: string
  readonly allowed: string
}

export const INVOICED_TOO_MUCH = message<OfBoth & { readonly received: string }>({
  en: ({ line, folio, partida, ordered, received, invoiced, allowed }) =>
    `Line ${line} of the invoice, line ${partida} of ${folio}: ${ordered} were ordered and ${received} received, but ` +
    `with this invoice ${invoiced} are invoiced; ${allowed} would be allowed. Receive the rest first, or ask for a credit note.`,
  es: ({ line, folio, partida, ordered, received, invoiced, allowed }, say) =>
    `Concepto ${line} de la factura, renglón ${partida} de ${folio}: pedido ${say.amount(ordered)} y recibido ` +
    `${say.amount(received)}, pero con esta factura lo facturado llega a ${say.amount(invoiced)}; se permitiría ` +
    `${say.amount(allowed)}. Recibe antes el resto, o pide una nota de crédito.`,
})

export const PRICED_TOO_HIGH = message<OfBoth & { readonly more: string }>({
  en: ({ line, folio, partida, ordered, invoiced, more, allowed }) =>
    `Line ${line} of the invoice, line ${partida} of ${folio}: the price of the order is ${ordered}, that of the ` +
    `invoice ${invoiced} (${more} more in all); ${allowed} would be allowed. Change the order, its ` +
    'ToleranciaFactura, or ask for another invoice.',
  es: ({ line, folio, partida, ordered, invoiced, more, allowed }, say) =>
    `Concepto ${line} de la factura, renglón ${partida} de ${folio}: el precio de la orden es ${say.amount(ordered)} ` +
    `y el de la factura ${say.amount(invoiced)} (${say.amount(more)} más en total); se permitiría ` +
    `${say.amount(allowed)}. Cambia la orden o su tolerancia de facturas, o pide otra factura.`,
})
