import { message } from './message.ts'

// What customers are written.

interface OfDocument {
  readonly folio: string
}

interface OfTotal extends OfDocument {
  readonly total: string
  readonly currency: string
}

export const INVOICE = message<OfDocument>({
  en: ({ folio }) => `Invoice ${folio}`,
  es: ({ folio }) => `Factura ${folio}`,
})

export const INVOICE_SENT = message<OfTotal>({
  en: ({ folio, total, currency }) => `This is your invoice ${folio} for ${total} ${currency}.`,
  es: ({ folio, total, currency }, say) =>
    `Le enviamos su factura ${folio} por ${say.amount(total)} ${currency}.`,
})

export const FISCAL_FOLIO = message<{ readonly uuid: string }>({
  en: ({ uuid }) => `Fiscal folio: ${uuid}`,
  es: ({ uuid }) => `Folio fiscal: ${uuid}`,
})

export const INVOICE_CANCELLED = message<OfDocument>({
  en: ({ folio }) => `Cancelled: invoice ${folio}`,
  es: ({ folio }) => `Factura ${folio} cancelada`,
})

export const INVOICE_IS_CANCELLED = message<OfTotal>({
  en: ({ folio, total, currency }) =>
    `Your invoice ${folio} for ${total} ${currency} was cancelled.`,
  es: ({ folio, total, currency }, say) =>
    `Se canceló su factura ${folio} por ${say.amount(total)} ${currency}.`,
})

export const CREDIT_NOTE = message<OfDocument>({
  en: ({ folio }) => `Credit note ${folio}`,
  es: ({ folio }) => `Nota de crédito ${folio}`,
})

export const CREDIT_NOTE_SENT = message<OfTotal>({
  en: ({ folio, total, currency }) => `This is your credit note ${folio} for ${total} ${currency}.`,
  es: ({ folio, total, currency }, say) =>
    `Le enviamos su nota de crédito ${folio} por ${say.amount(total)} ${currency}.`,
})

export const QUOTE = message<OfDocument>({
  en: ({ folio }) => `Quote ${folio}`,
  es: ({ folio }) => `Cotización ${folio}`,
})

export const DEAR_CUSTOMER = message<{ readonly name: string }>({
  en: ({ name }) => `Dear customer ${name}:`,
  es: ({ name }) => `Estimado cliente ${name}:`,
})

export const QUOTE_SENT = message<OfDocument & { readonly day: string; readonly until: string }>({
  en: ({ folio, day, until }) => `This is the quote ${folio} of ${day}, valid until ${until}:`,
  es: ({ folio, day, until }) =>
    `Le enviamos la cotización ${folio} del ${day}, vigente hasta el ${until}:`,
})

/** A line that the customer may leave out. */
export const OPTIONAL_LINE = message<{ readonly line: string }>({
  en: ({ line }) => `${line} (optional)`,
  es: ({ line }) => `${line} (opcional)`,
})

export const MORE_LINES = message<{ readonly more: number }>({
  en: ({ more }) => (more === 1 ? 'and 1 more line' : `and ${more} more lines`),
  es: ({ more }) => (more === 1 ? '… y 1 partida más' : `… y ${more} partidas más`),
})

export const QUOTE_TOTAL = message<Omit<OfTotal, 'folio'>>({
  en: ({ total, currency }) => `In all: ${total} ${currency}.`,
  es: ({ total, currency }, say) => `Total: ${say.amount(total)} ${currency}.`,
})

export const AT_YOUR_SERVICE = message({
  en: () => 'We remain at your service.',
  es: () => 'Quedamos a sus órdenes.',
})
