import { message } from './message.ts'

// What suppliers are written.

interface OfDocument {
  readonly folio: string
}

interface OfDay extends OfDocument {
  readonly day: string
}

export const DEAR_SUPPLIER = message<{ readonly name: string }>({
  en: ({ name }) => `Dear supplier ${name}:`,
  es: ({ name }) => `Estimado proveedor ${name}:`,
})

export const ORDER = message<OfDocument>({
  en: ({ folio }) => `Purchase order ${folio}`,
  es: ({ folio }) => `Orden de compra ${folio}`,
})

export const ORDER_CONFIRMED = message<
  OfDay & { readonly total: string; readonly currency: string }
>({
  en: ({ folio, day, total, currency }) =>
    `We confirm the purchase order ${folio} of ${day} for a total of ${total} ${currency}.`,
  es: ({ folio, day, total, currency }, say) =>
    `Le confirmamos la orden de compra ${folio} del ${day} por un total de ${say.amount(total)} ${currency}.`,
})

export const QUOTE_THE_FOLIO = message({
  en: () => 'Please quote the number on your delivery note and on your invoice.',
  es: () => 'Favor de citar el folio en su remisión y en su factura.',
})

export const ORDER_CANCELLATION = message<OfDocument>({
  en: ({ folio }) => `Cancellation of purchase order ${folio}`,
  es: ({ folio }) => `Cancelación de la orden de compra ${folio}`,
})

export const ORDER_IS_CANCELLED = message<OfDay>({
  en: ({ folio, day }) => `The purchase order ${folio} of ${day} is cancelled.`,
  es: ({ folio, day }) => `La orden de compra ${folio} del ${day} queda cancelada.`,
})

export const DO_NOT_DELIVER = message({
  en: () => 'Please do not deliver it.',
  es: () => 'Favor de no surtirla.',
})

export const PAYMENT_NOTICE = message<OfDocument>({
  en: ({ folio }) => `Notice of payment ${folio}`,
  es: ({ folio }) => `Aviso de pago ${folio}`,
})

export const PAID_FOR_DOCUMENTS = message<
  OfDay & {
    readonly paid: string
    readonly currency: string
    /** Of the transfer or the cheque; null: it has none. */
    readonly reference: string | null
  }
>({
  en: ({ folio, day, paid, currency, reference }) =>
    reference === null
      ? `On ${day} we paid you ${paid} ${currency} (payment ${folio}) for these documents:`
      : `On ${day} we paid you ${paid} ${currency} (payment ${folio}), reference ${reference}, for these documents:`,
  es: ({ folio, day, paid, currency, reference }, say) =>
    reference === null
      ? `El ${day} le pagamos ${say.amount(paid)} ${currency} (pago ${folio}) por los documentos siguientes:`
      : `El ${day} le pagamos ${say.amount(paid)} ${currency} (pago ${folio}) con referencia ${reference} por los documentos siguientes:`,
})

interface OfPaid {
  readonly paid: string
  readonly currency: string
}

export const PAID_DOCUMENT = message<OfDocument & OfPaid & { readonly left: string }>({
  en: ({ folio, paid, currency, left }) => `- ${folio}: ${paid} ${currency}; balance ${left}`,
  es: ({ folio, paid, currency, left }, say) =>
    `- ${folio}: ${say.amount(paid)} ${currency}; saldo ${say.amount(left)}`,
})

export const PAID_AHEAD = message<OfPaid>({
  en: ({ paid, currency }) => `- advance: ${paid} ${currency}`,
  es: ({ paid, currency }, say) => `- anticipo: ${say.amount(paid)} ${currency}`,
})

export const SEND_THE_COMPLEMENT = message({
  en: () => 'Please send us the complement of payment that belongs to it.',
  es: () => 'Favor de enviarnos el comprobante de recepción de pago que corresponda.',
})

export const PAYMENT_CANCELLATION = message<OfDocument>({
  en: ({ folio }) => `Cancellation of payment ${folio}`,
  es: ({ folio }) => `Cancelación del pago ${folio}`,
})

export const PAYMENT_IS_CANCELLED = message<OfDay>({
  en: ({ folio, day }) => `The payment ${folio} of ${day} is cancelled.`,
  es: ({ folio, day }) => `El pago ${folio} del ${day} queda cancelado.`,
})
