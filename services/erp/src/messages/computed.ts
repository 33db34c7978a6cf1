import { message, type Message } from './message.ts'

// What is wrong with an amount: sentences without their subject, which `FIELD_IS` puts before them.

export const TOO_FINE_FOR_MONEY = message<{ readonly amount: string; readonly decimals: number }>({
  en: ({ amount, decimals }) =>
    `is ${amount}, but amounts are kept with ${decimals} decimals in every currency`,
  es: ({ amount, decimals }, say) =>
    `es ${say.amount(amount)}, pero los importes se guardan con ${decimals} decimales en cualquier moneda`,
})

export const REQUIRED_HERE = message({
  en: () => 'is required',
  es: () => 'es obligatorio',
})

/** What was sent is not what the others make. */
export const OTHERS_MAKE = message<{
  readonly sent: string
  readonly parts: Message
  readonly made: string
}>({
  en: ({ sent, parts, made }, say) => `is ${sent}, but ${parts.in(say)} make ${made}`,
  es: ({ sent, parts, made }, say) =>
    `es ${say.amount(sent)}, pero ${parts.in(say)} da ${say.amount(made)}`,
})

export const TOO_FINE_FOR_CURRENCY = message<{
  readonly amount: string
  readonly decimals: number
}>({
  en: ({ amount, decimals }) =>
    `is ${amount}, but amounts in its currency have ${decimals} decimals`,
  es: ({ amount, decimals }, say) =>
    `es ${say.amount(amount)}, pero los importes en su moneda tienen ${decimals} decimales`,
})

export const ABOVE_ZERO = message<{ readonly amount: string }>({
  en: ({ amount }) => `must be above zero, not ${amount}`,
  es: ({ amount }, say) => `debe ser mayor que cero, no ${say.amount(amount)}`,
})

export const NOT_BELOW_ZERO = message<{ readonly amount: string }>({
  en: ({ amount }) => `must not be below zero, as ${amount} is`,
  es: ({ amount }, say) => `no debe ser menor que cero, como lo es ${say.amount(amount)}`,
})

export const AT_MOST = message<{ readonly amount: string; readonly limit: string }>({
  en: ({ amount, limit }) => `is ${amount}, but can be ${limit} at most`,
  es: ({ amount, limit }, say) =>
    `es ${say.amount(amount)}, pero puede ser ${say.amount(limit)} como máximo`,
})
