import { message, type Message } from './message.ts'
import { inAnyState, inState } from './states.ts'

// Why an invoice of a supplier is not settled: by a payment, an advance or a credit note.

const INVOICE = 'CuentaPorPagar'

interface OfInvoice {
  /** Of the invoice. */
  readonly folio: string
}

interface Unpayable extends OfInvoice {
  readonly state: string
  readonly left: string
  /** In which something of it is settled. */
  readonly states: readonly string[]
}

export const INVOICE_NOT_PAID = message<Unpayable>({
  en: ({ folio, state, left, states }) =>
    `CuentaPorPagar ${folio} is ${state} with ${left} left; only what is ${states.join(' or ')} is paid.`,
  es: ({ folio, state, left, states }, say) =>
    `${say.model(INVOICE)} ${folio} está en ${inState(say, { model: INVOICE, state })} con saldo de ` +
    `${say.amount(left)}; sólo se paga lo que está en ${inAnyState(say, INVOICE, states)}.`,
})

export const INVOICE_NOT_CREDITED = message<Unpayable>({
  en: ({ folio, state, left, states }) =>
    `CuentaPorPagar ${folio} is ${state} with ${left} left; it must be ${states.join(' or ')}.`,
  es: ({ folio, state, left, states }, say) =>
    `${say.model(INVOICE)} ${folio} está en ${inState(say, { model: INVOICE, state })} con saldo de ` +
    `${say.amount(left)}; debe estar en ${inAnyState(say, INVOICE, states)}.`,
})

export const OWED_TO_OTHER = message<OfInvoice>({
  en: ({ folio }) => `CuentaPorPagar ${folio} is owed to another supplier.`,
  es: ({ folio }, say) => `${say.model(INVOICE)} ${folio} es de otro proveedor.`,
})

/** `against`: the advance that would settle it. */
export const OWED_TO_OTHER_THAN_ADVANCE = message<OfInvoice & { readonly against: Message }>({
  en: ({ folio, against }, say) =>
    `CuentaPorPagar ${folio} is owed to another supplier than ${against.in(say)} was paid to.`,
  es: ({ folio, against }, say) =>
    `${say.model(INVOICE)} ${folio} es de un proveedor distinto al que recibió ${against.in(say)}.`,
})

/** `against`: the payment that would settle it. */
export const OWED_TO_OTHER_THAN_PAYMENT = message<OfInvoice & { readonly against: Message }>({
  en: ({ folio, against }, say) =>
    `CuentaPorPagar ${folio} is owed to another supplier than ${against.in(say)} pays.`,
  es: ({ folio, against }, say) =>
    `${say.model(INVOICE)} ${folio} es de un proveedor distinto al de ${against.in(say)}.`,
})

export const OWED_IN_OTHER_CURRENCY = message<OfInvoice>({
  en: ({ folio }) => `CuentaPorPagar ${folio} is in another currency.`,
  es: ({ folio }, say) => `${say.model(INVOICE)} ${folio} está en otra moneda.`,
})

/** The keys of the currencies of the invoice and of what would settle it. */
export const CURRENCIES_DIFFER = message<
  OfInvoice & { readonly currency: string; readonly against: Message; readonly own: string }
>({
  en: ({ folio, currency, against, own }, say) =>
    `CuentaPorPagar ${folio} is in ${currency}, and ${against.in(say)} in ${own}.`,
  es: ({ folio, currency, against, own }, say) =>
    `${say.model(INVOICE)} ${folio} está en ${currency} y ${against.in(say)} en ${own}.`,
})

/** Of an invoice that was paid: what its credit note gives back is kept apart. */
export const PAYS_WHAT_IS_CREDITED = message<{
  readonly document: Message
  /** The folio of the credit note. */
  readonly note: string
}>({
  en: ({ document, note }, say) =>
    `${document.in(say)} pays what NotaCreditoProveedor ${note} credits; cancel that first.`,
  es: ({ document, note }, say) =>
    `${document.in(say)} paga lo que acredita ${say.model('NotaCreditoProveedor')} ${note}; cancela primero esa nota de crédito.`,
})
