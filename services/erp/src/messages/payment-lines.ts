import { message, type Message } from './message.ts'

// What is wrong with what a payment or a programme of payments pays.

interface OfPayment {
  /** The payment or the programme. */
  readonly document: Message
}

interface OfLine extends OfPayment {
  readonly line: number
}

/** `against`: the invoice. */
interface OfInvoice {
  readonly against: Message
}

export const LINES_PAY_MORE = message<
  OfPayment & { readonly importe: string; readonly paid: string }
>({
  en: ({ document, importe, paid }, say) =>
    `importe of ${document.in(say)} is ${importe}, but its lines pay ${paid}.`,
  es: ({ document, importe, paid }, say) =>
    `${say.field('importe')} de ${document.in(say)} es ${say.amount(importe)}, pero sus renglones pagan ${say.amount(paid)}.`,
})

export const PAYS_NO_INVOICE = message<OfLine & { readonly id: string }>({
  en: ({ document, line, id }, say) =>
    `Line ${line} of ${document.in(say)} pays CuentaPorPagar ${id}, which does not exist.`,
  es: ({ document, line, id }, say) =>
    `El renglón ${line} de ${document.in(say)} paga ${say.model('CuentaPorPagar')} ${id}, que no existe.`,
})

interface TakesTooMuch extends OfLine, OfInvoice {
  readonly amount: string
  readonly left: string
}

export const PAYS_TOO_MUCH = message<TakesTooMuch & { readonly currency: string }>({
  en: ({ document, line, amount, currency, against, left }, say) =>
    `Line ${line} of ${document.in(say)} takes ${amount} ${currency} from ${against.in(say)}, of which ${left} is left.`,
  es: ({ document, line, amount, currency, against, left }, say) =>
    `El renglón ${line} de ${document.in(say)} paga ${say.amount(amount)} ${currency} de ${against.in(say)}, que tiene un saldo de ${say.amount(left)}.`,
})

export const PROGRAMMES_TOO_MUCH = message<TakesTooMuch>({
  en: ({ document, line, amount, against, left }, say) =>
    `Line ${line} of ${document.in(say)} takes ${amount} of ${against.in(say)}, of which ${left} is left that no other programme takes.`,
  es: ({ document, line, amount, against, left }, say) =>
    `El renglón ${line} de ${document.in(say)} paga ${say.amount(amount)} de ${against.in(say)}, de la que sólo ` +
    `queda ${say.amount(left)} fuera de otras programaciones.`,
})

// Of discounts.

interface OfDiscount extends OfPayment, OfInvoice {
  /** The day of the payment. */
  readonly fecha: string
}

export const NO_DISCOUNT = message<OfDiscount>({
  en: ({ document, against, fecha }, say) =>
    `The CondicionPago of ${against.in(say)} gives a discount to nobody; ${document.in(say)} is of ${fecha}.`,
  es: ({ document, against, fecha }, say) =>
    `La condición de pago de ${against.in(say)} no da descuento; ${document.in(say)} es del ${fecha}.`,
})

export const DISCOUNT_IS_OVER = message<OfDiscount & { readonly last: string }>({
  en: ({ document, against, fecha, last }, say) =>
    `The CondicionPago of ${against.in(say)} gives a discount until ${last}; ${document.in(say)} is of ${fecha}.`,
  es: ({ document, against, fecha, last }, say) =>
    `La condición de pago de ${against.in(say)} da descuento hasta el ${last}; ${document.in(say)} es del ${fecha}.`,
})

export const DISCOUNT_TOO_LARGE = message<
  OfInvoice & { readonly amount: string; readonly most: string; readonly settled: string }
>({
  en: ({ against, amount, most, settled }, say) =>
    `descuento is ${amount}; the CondicionPago of ${against.in(say)} gives ${most} on ${settled}.`,
  es: ({ against, amount, most, settled }, say) =>
    `${say.field('descuento')} es ${say.amount(amount)}; la condición de pago de ${against.in(say)} da ${say.amount(most)} sobre ${say.amount(settled)}.`,
})

// Of an invoice in another currency than the payment.

interface Given {
  /** `importe_pago` as it was written. */
  readonly given: string
  /** The key of the currency of the payment. */
  readonly currency: string
  /** What the line pays of the invoice. */
  readonly importe: string
}

export const PAID_IN_SAME_CURRENCY = message<Given & { readonly folio: string }>({
  en: ({ given, currency, importe, folio }) =>
    `importe_pago is ${given}, but CuentaPorPagar ${folio} is in ${currency} too, where it is importe ${importe}.`,
  es: ({ given, currency, importe, folio }, say) =>
    `${say.field('importe_pago')} es ${say.amount(given)}, pero ${say.model('CuentaPorPagar')} ${folio} también está ` +
    `en ${currency}: debe ser igual a ${say.field('importe')}, ${say.amount(importe)}.`,
})

export const PAID_NOT_KNOWN = message<{ readonly currency: string; readonly fecha: string }>({
  en: ({ currency, fecha }) =>
    `importe_pago cannot be told: there is no TipoCambio of ${currency} for ${fecha}; add it, or have an administrator write importe_pago and pay.`,
  es: ({ currency, fecha }, say) =>
    `No se puede calcular ${say.field('importe_pago')}: no hay tipo de cambio de ${currency} para el ${fecha}; ` +
    'agrégalo, o pide a un administrador que escriba ese importe y pague.',
})

interface Converted extends Given {
  /** The key of the currency of the invoice. */
  readonly owed: string
  readonly made: string
}

export const PAID_TOO_DIFFERENT = message<Converted & { readonly fecha: string }>({
  en: ({ given, currency, importe, owed, made, fecha }) =>
    `importe_pago is ${given} ${currency}, but ${importe} ${owed} made ${made} on ${fecha}.`,
  es: ({ given, currency, importe, owed, made, fecha }, say) =>
    `${say.field('importe_pago')} es ${say.amount(given)} ${currency}, pero ${say.amount(importe)} ${owed} equivalían a ${say.amount(made)} el ${fecha}.`,
})

export const PAID_FAR_OFF = message<Converted>({
  en: ({ given, currency, importe, owed, made }) =>
    `importe_pago is ${given} ${currency}, more than twice or less than half of what ${importe} ${owed} last made, ` +
    `${made}: if it is meant, add the TipoCambio of the day first.`,
  es: ({ given, currency, importe, owed, made }, say) =>
    `${say.field('importe_pago')} es ${say.amount(given)} ${currency}, más del doble o menos de la mitad de lo ` +
    `último que equivalían ${say.amount(importe)} ${owed}, ${say.amount(made)}: si es correcto, agrega antes el tipo de cambio del día.`,
})
