import { message, type Message } from './message.ts'
import { inState } from './states.ts'

// Why a payment to a supplier is not made, whatever it pays.

interface OfPayment {
  /** The payment. */
  readonly document: Message
}

/** What a programme pays one supplier, before it is a payment with a folio. */
export const PAYMENT_OF_PROGRAMME = message<{
  readonly folio: string
  /** The id of the supplier. */
  readonly supplier: string
}>({
  en: ({ folio, supplier }) => `The payment of ProgramacionPago ${folio} to Proveedor ${supplier}`,
  es: ({ folio, supplier }, say) =>
    `Pago de ${say.model('ProgramacionPago')} ${folio} a ${say.model('Proveedor')} ${supplier}`,
})

export const PAID_ON_LATER_DAY = message<
  OfPayment & { readonly fecha: string; readonly today: string }
>({
  en: ({ document, fecha, today }, say) =>
    `${document.in(say)} is of ${fecha}, and today is ${today}: it is paid when it is.`,
  es: ({ document, fecha, today }, say) =>
    `${document.in(say)} es del ${fecha} y hoy es ${today}: se paga cuando llegue ese día.`,
})

interface OfForm {
  /** The key of the form of payment. */
  readonly form: string
}

export const FORM_INACTIVE = message<OfForm>({
  en: ({ form }) => `FormaPago ${form} is not active.`,
  es: ({ form }) => `La forma de pago ${form} no está activa.`,
})

export const REFERENCE_MISSING = message<OfForm>({
  en: ({ form }) => `referencia is missing: FormaPago ${form} requires it, or clave_rastreo.`,
  es: ({ form }, say) =>
    `Falta ${say.any(['referencia', 'clave_rastreo'].map((name) => say.field(name)))}: la forma de pago ${form} pide una de las dos.`,
})

export const BANK_ACCOUNT_MISSING = message<OfPayment>({
  en: ({ document }, say) =>
    `cuenta_bancaria is missing: ${document.in(say)} and its FormaPago name none.`,
  es: ({ document }, say) =>
    `Falta ${say.field('cuenta_bancaria')}: ni ${document.in(say)} ni su forma de pago tienen una.`,
})

interface OfAccount {
  /** The key of the bank account. */
  readonly account: string
}

export const BANK_ACCOUNT_INACTIVE = message<OfAccount>({
  en: ({ account }) => `CuentaBancaria ${account} is not active.`,
  es: ({ account }) => `La cuenta bancaria ${account} no está activa.`,
})

export const BANK_ACCOUNT_OF_OTHER_CURRENCY = message<
  OfPayment & OfAccount & { readonly currency: string; readonly own: string }
>({
  en: ({ document, account, currency, own }, say) =>
    `CuentaBancaria ${account} is in ${currency}, and ${document.in(say)} in ${own}: pay in the currency of the ` +
    'account, and write importe_pago where the invoice has another.',
  es: ({ document, account, currency, own }, say) =>
    `La cuenta bancaria ${account} está en ${currency} y ${document.in(say)} en ${own}: paga en la moneda de la ` +
    `cuenta y escribe ${say.field('importe_pago')} donde la factura tenga otra.`,
})

interface OfDestination {
  /** The id of the account of the supplier. */
  readonly id: string
}

export const DESTINATION_OF_OTHER = message<OfPayment & OfDestination>({
  en: ({ document, id }, say) =>
    `ProveedorCuentaBancaria ${id} is not an account of the supplier of ${document.in(say)}.`,
  es: ({ document, id }, say) =>
    `${say.model('ProveedorCuentaBancaria')} ${id} no es una cuenta del proveedor de ${document.in(say)}.`,
})

export const DESTINATION_NOT_VALID = message<OfDestination & { readonly state: string }>({
  en: ({ id, state }) =>
    `ProveedorCuentaBancaria ${id} is ${state}; it must be validada before it is paid to.`,
  es: ({ id, state }, say) => {
    const model = 'ProveedorCuentaBancaria'
    const [now, valid] = [state, 'validada'].map((one) => inState(say, { model, state: one }))
    return `${say.model(model)} ${id} está en ${now}; debe estar en ${valid} antes de que se le pague.`
  },
})

export const ABOVE_PAYMENT_LIMIT = message<
  OfPayment & { readonly amount: string; readonly limit: string }
>({
  en: ({ document, amount, limit }, say) =>
    `${document.in(say)} is ${amount}, above your limit of ${limit}; have it authorized in a ProgramacionPago.`,
  es: ({ document, amount, limit }, say) =>
    `${document.in(say)} es de ${say.amount(amount)} y rebasa tu límite de ${say.amount(limit)}; pide que se autorice en una programación de pago.`,
})

// Of the cheque by which it is paid.

interface OfCheque {
  /** The folio of the cheque. */
  readonly cheque: string
}

export const CHEQUE_GIVEN = message<OfCheque & { readonly payment: string }>({
  en: ({ cheque, payment }) => `Cheque ${cheque} was given for PagoProveedor ${payment}.`,
  es: ({ cheque, payment }, say) =>
    `El cheque ${cheque} ya se dio por ${say.model('PagoProveedor')} ${payment}.`,
})

export const CHEQUE_OF_OTHER_ACCOUNT = message<OfCheque & OfPayment>({
  en: ({ cheque, document }, say) =>
    `Cheque ${cheque} is of another account than ${document.in(say)} leaves.`,
  es: ({ cheque, document }, say) =>
    `El cheque ${cheque} es de otra cuenta, no de la que sale ${document.in(say)}.`,
})

export const CHEQUE_FOR_OTHER = message<OfCheque & OfPayment>({
  en: ({ cheque, document }, say) =>
    `Cheque ${cheque} is for another supplier than ${document.in(say)} pays.`,
  es: ({ cheque, document }, say) =>
    `El cheque ${cheque} es para un proveedor distinto al de ${document.in(say)}.`,
})

export const CHEQUE_OF_OTHER_AMOUNT = message<
  OfCheque & OfPayment & { readonly amount: string; readonly paid: string }
>({
  en: ({ cheque, amount, document, paid }, say) =>
    `Cheque ${cheque} is of ${amount}, and ${document.in(say)} of ${paid}.`,
  es: ({ cheque, amount, document, paid }, say) =>
    `El cheque ${cheque} es de ${say.amount(amount)} y ${document.in(say)} de ${say.amount(paid)}.`,
})
