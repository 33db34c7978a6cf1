import { message, type Message } from './message.ts'

// Invoices that somebody typed: of suppliers abroad, who send no CFDI.

interface OfInvoice {
  readonly document: Message
}

/** `rfc`: that of suppliers abroad. */
export const INVOICE_HAS_NO_XML = message<
  OfInvoice & { readonly id: string; readonly rfc: string }
>({
  en: ({ document, id, rfc }, say) =>
    `${document.in(say)} has no XML: attach it (POST /CuentaPorPagar/${id}/adjuntos). Only suppliers abroad (RFC ${rfc}) send invoices without one.`,
  es: ({ document, rfc }, say) =>
    `${document.in(say)} no tiene XML: adjúntaselo. Sólo los proveedores del extranjero (RFC ${rfc}) facturan sin él.`,
})

export const TYPED_OF_OTHER_KIND = message<
  OfInvoice & { readonly type: string; readonly types: readonly string[] }
>({
  en: ({ document, type, types }, say) =>
    `${document.in(say)} is a ${type}; without an XML only ${types.join(' or ')} is authorized. An opening balance is created as autorizada.`,
  es: ({ document, type, types }, say) => {
    const named = (one: string) =>
      `«${say.choice(one, { model: 'CuentaPorPagar', field: 'tipo' })}»`
    const booked = say.any(types.map(named))
    return `${document.in(say)} es de tipo ${named(type)}; sin XML sólo se autoriza ${booked}. Un saldo inicial se da de alta ya autorizado.`
  },
})

export const INVOICE_HAS_NO_NUMBER = message<OfInvoice>({
  en: ({ document }, say) => `${document.in(say)} needs the number that the supplier gave it.`,
  es: ({ document }, say) => `A ${document.in(say)} le falta el número que le dio el proveedor.`,
})

export const LINE_HAS_NO_QUANTITY = message<{ readonly line: number }>({
  en: ({ line }) => `Line ${line} invoices an order, and needs its quantity.`,
  es: ({ line }, say) =>
    `El renglón ${line} factura una orden y le falta ${say.field('cantidad')}.`,
})

export const TYPED_TAX_NOT_CREDITED = message<OfInvoice>({
  en: ({ document }, say) =>
    `${document.in(say)}: a tax that an invoice without a CFDI passes on is not credited; make it part of a line's importe, or a line with a gasto of its own.`,
  es: ({ document }, say) =>
    `${document.in(say)}: el impuesto que traslada una factura sin CFDI no se acredita; súmalo a ` +
    `${say.field('importe')} de un renglón, o haz con él un renglón con su propio ${say.field('gasto')}.`,
})

export const TYPED_WITHHELD_DIFFERS = message<
  OfInvoice & { readonly given: string; readonly made: string }
>({
  en: ({ document, given, made }, say) =>
    `${document.in(say)}: retenciones is ${given}, but desglose makes ${made}.`,
  es: ({ document, given, made }, say) =>
    `${document.in(say)}: ${say.field('retenciones')} es ${say.amount(given)}, pero ${say.field('desglose')} da ${say.amount(made)}.`,
})

// The IVA of services from abroad, which whoever pays for them owes and credits.

export const IMPORT_OF_OTHER_RATE = message<OfInvoice>({
  en: ({ document }, say) =>
    `${document.in(say)}: importacion is IVA (002) of 16 %, of 0 % (services that are used abroad) or Exento.`,
  es: ({ document }, say) =>
    `${document.in(say)}: el impuesto de importación es IVA (002) del 16 %, del 0 % (servicios que se aprovechan en el extranjero) o exento.`,
})

export const IMPORT_NOT_CREDITED = message<OfInvoice>({
  en: ({ document }, say) =>
    `${document.in(say)}: IVA of an importacion that is not credited has no account here; enter it by hand.`,
  es: ({ document }, say) =>
    `${document.in(say)}: el IVA de importación que no se acredita no tiene cuenta aquí; captúralo a mano.`,
})

export const IMPORT_OF_OTHER_AMOUNT = message<
  OfInvoice & { readonly importe: string; readonly base: string; readonly due: string }
>({
  en: ({ document, importe, base, due }, say) =>
    `${document.in(say)}: importe of importacion is ${importe}, but its base of ${base} makes ${due}.`,
  es: ({ document, importe, base, due }, say) =>
    `${document.in(say)}: el importe de la importación es ${say.amount(importe)}, pero su base de ${say.amount(base)} da ${say.amount(due)}.`,
})

export const IMPORT_BASES_TOO_LARGE = message<
  OfInvoice & { readonly bases: string; readonly net: string }
>({
  en: ({ document, bases, net }, say) =>
    `${document.in(say)}: the bases of importacion add up to ${bases}, but its lines to ${net}.`,
  es: ({ document, bases, net }, say) =>
    `${document.in(say)}: las bases de la importación suman ${say.amount(bases)}, pero sus renglones ${say.amount(net)}.`,
})
