import { message, type Message } from './message.ts'
import { inState } from './states.ts'

// What keeps a sale from being invoiced, and an invoice from being taken back.

interface OfSale {
  readonly id: string
}

export const BREAKDOWN_DIFFERS = message<{
  readonly field: 'impuestos' | 'retenciones'
  readonly amount: string
  readonly made: string
}>({
  en: ({ field, amount, made }) =>
    `${field} is ${amount}, but the breakdown of the lines makes ${made}; a CFDI needs the breakdown of every tax.`,
  es: ({ field, amount, made }, say) =>
    `${say.field(field)} es ${say.amount(amount)}, pero el desglose de los renglones suma ` +
    `${say.amount(made)}; el CFDI necesita el desglose de todos los impuestos.`,
})

export const ADVANCE_ON_ITS_WAY = message<
  OfSale & { readonly advance: string; readonly state: string }
>({
  en: ({ id, advance, state }) =>
    `Venta ${id}: the CFDI of its AnticipoVenta ${advance} is ${state}; it is named in the invoice after that.`,
  es: ({ id, advance, state }, say) =>
    `${say.model('Venta')} ${id}: el CFDI de su anticipo ${advance} está en ` +
    `${inState(say, { model: 'Cfdi', state })}; espera a que esté vigente, para que la factura lo relacione.`,
})

export const SALE_TOTAL_DIFFERS = message<{ readonly total: string; readonly made: string }>({
  en: ({ total, made }) =>
    `total is ${total}, but its lines and their taxes make ${made}; a CFDI takes a discount from its lines alone.`,
  es: ({ total, made }, say) =>
    `${say.field('total')} es ${say.amount(total)}, pero sus renglones con impuestos suman ` +
    `${say.amount(made)}; en un CFDI el descuento va sólo en los renglones.`,
})

export const PUBLIC_SALE_AHEAD = message<{ readonly day: string; readonly today: string }>({
  en: ({ day, today }) =>
    `fecha is ${day}, but what is sold to the public is invoiced up to today, ${today}.`,
  es: ({ day, today }, say) =>
    `${say.field('fecha')} es ${day}, pero lo vendido al público se factura a más tardar hoy, ${today}.`,
})

export const NO_RATE_OF_INVOICE = message<{ readonly currency: string; readonly day: string }>({
  en: ({ currency, day }) =>
    `tipo_cambio: there is no TipoCambio of ${currency} for ${day}, the day of the invoice; add it.`,
  es: ({ currency, day }, say) =>
    `${say.field('tipo_cambio')}: no hay tipo de cambio de ${currency} para el ${day}, día de la factura; agrégalo.`,
})

export const REPLACED_NOT_IN_FORCE = message<{ readonly folio: string }>({
  en: ({ folio }) => `sustituye: Venta ${folio} has no CFDI in force.`,
  es: ({ folio }, say) =>
    `${say.field('sustituye')}: ${say.model('Venta')} ${folio} no tiene un CFDI vigente.`,
})

export const REPLACED_OF_OTHER = message<{
  readonly folio: string
  readonly other: string
  readonly own: string
}>({
  en: ({ folio, other, own }) =>
    `sustituye: Venta ${folio} was invoiced to ${other}, and this one is for ${own}.`,
  es: ({ folio, other, own }, say) =>
    `${say.field('sustituye')}: ${say.model('Venta')} ${folio} se facturó a ${other}, y ésta es para ${own}.`,
})

export const SALE_HAS_CFDI = message<OfSale>({
  en: ({ id }) => `Venta ${id} has a CFDI, which is cancelled first.`,
  es: ({ id }, say) => `${say.model('Venta')} ${id} tiene un CFDI; cancélalo antes.`,
})

interface Depending extends OfSale {
  readonly what: Message
}

export const SALE_HAS_DEPENDENTS = message<Depending>({
  en: ({ id, what }, say) =>
    `Venta ${id} has deliveries, returns, invoices or advances: ${what.in(say)}; take these back first.`,
  es: ({ id, what }, say) =>
    `${say.model('Venta')} ${id} tiene entregas, devoluciones, facturas o anticipos: ${what.in(say)}; cancélalos antes.`,
})

export const INVOICE_HAS_DEPENDENTS = message<Depending>({
  en: ({ id, what }, say) => `Venta ${id} has ${what.in(say)}; take these back first.`,
  es: ({ id, what }, say) =>
    `De ${say.model('Venta')} ${id} dependen ${what.in(say)}; cancélalos antes.`,
})

export const SALE_SETTLED = message<OfSale & { readonly total: string; readonly owed: string }>({
  en: ({ id, total, owed }) =>
    `Venta ${id} was collected or credited: of ${total} only ${owed} is owed. Take the collection back, or write a credit note.`,
  es: ({ id, total, owed }, say) =>
    `${say.model('Venta')} ${id} ya tiene cobros o notas de crédito: de ${say.amount(total)} sólo ` +
    `se debe ${say.amount(owed)}. Cancela el cobro, o haz una nota de crédito.`,
})

export const INVOICED_WITH_OTHERS = message<OfSale & { readonly global: string }>({
  en: ({ id, global }) =>
    `Venta ${id} is invoiced by FacturaGlobal ${global} with others; cancelar_factura_global cancels that, or write a credit note.`,
  es: ({ id, global }, say) =>
    `${say.model('Venta')} ${id} se facturó junto con otras en ${say.model('FacturaGlobal')} ${global}; ` +
    `cancélala con ${say.field('cancelar_factura_global')}, o haz una nota de crédito.`,
})
