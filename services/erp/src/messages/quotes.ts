import { message } from './message.ts'

// What keeps a quote from being sent, accepted or marked as expired.

interface OfQuote {
  readonly id: string
}

export const QUOTE_HOLDS = message<OfQuote & { readonly until: string }>({
  en: ({ id, until }) => `Cotizacion ${id} holds until ${until}.`,
  es: ({ id, until }, say) => `${say.model('Cotizacion')} ${id} está vigente hasta el ${until}.`,
})

export const QUOTE_EXPIRED = message<OfQuote & { readonly until: string }>({
  en: ({ id, until }) =>
    `Cotizacion ${id} held until ${until}; take it back by regresar_cotizacion and give it a later vigencia.`,
  es: ({ id, until }, say) =>
    `${say.model('Cotizacion')} ${id} estuvo vigente hasta el ${until}; usa ${say.field('regresar_cotizacion')} ` +
    `y dale en ${say.field('vigencia')} una fecha posterior.`,
})

export const QUOTE_WITHOUT_CUSTOMER = message<OfQuote>({
  en: ({ id }) => `Cotizacion ${id}: a sale needs a customer.`,
  es: ({ id }, say) => `${say.model('Cotizacion')} ${id}: la venta necesita un cliente.`,
})

export const QUOTE_WITHOUT_TERMS = message<OfQuote>({
  en: ({ id }) =>
    `Cotizacion ${id}: neither the customer nor the request says the terms of payment.`,
  es: ({ id }, say) =>
    `${say.model('Cotizacion')} ${id}: el cliente no tiene ${say.field('condicion_pago')}; indícala al aceptar.`,
})

export const SALE_OF_QUOTE_DIFFERS = message<
  OfQuote & { readonly total: string; readonly made: string }
>({
  en: ({ id, total, made }) => `Cotizacion ${id} is of ${total}; its sale is of ${made}.`,
  es: ({ id, total, made }, say) =>
    `${say.model('Cotizacion')} ${id} es de ${say.amount(total)}; su venta es de ${say.amount(made)}.`,
})
