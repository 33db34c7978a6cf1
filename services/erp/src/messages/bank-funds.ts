import { message, spoken, type Message } from './message.ts'

// What a payment asks of a bank account.

export const TOO_LITTLE_IN_BANK = message<{
  /** The key of the account. */
  readonly account: string
  readonly currency: string
  readonly available: string
  readonly asked: string
}>({
  en: ({ account, currency, available, asked }) =>
    `CuentaBancaria ${account} has ${available} ${currency} to spend by its movements, and ${asked} is asked for.`,
  es: ({ account, currency, available, asked }, say) =>
    `Según sus movimientos, la cuenta bancaria ${account} tiene ${say.amount(available)} ${currency} disponibles, y se piden ${say.amount(asked)}.`,
})

export const CASH_NOT_DEDUCTED = message<{
  /** What is paid with. */
  readonly name: Message | string
  readonly paid: string
  readonly most: string
}>({
  en: ({ name, paid, most }, say) =>
    `${spoken(name, say)} pays ${paid} in cash; above ${most} that is not deducted, and a cheque or a transfer would be.`,
  es: ({ name, paid, most }, say) =>
    `${spoken(name, say)} paga ${say.amount(paid)} en efectivo; más de ${say.amount(most)} en efectivo no se deduce, y con cheque o transferencia sí.`,
})
