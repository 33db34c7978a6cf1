import { message } from './message.ts'
import type { Speech } from './speech.ts'

// Where a sale goes beyond the credit of its customer or below its prices; somebody may let it pass.

interface OfCustomer {
  readonly customer: string
}

function exception(say: Speech): string {
  return say.model('VentaAutorizacion')
}

export const CREDIT_EXCEEDED = message<
  OfCustomer & { readonly balance: string; readonly limit: string; readonly asked: string }
>({
  en: ({ customer, balance, limit, asked }) =>
    `The customer ${customer} owes ${balance} and may owe ${limit}; this sale adds ${asked}. Cash what ` +
    'is owed, raise the LineaCreditoCliente, or have a VentaAutorizacion authorized.',
  es: ({ customer, balance, limit, asked }, say) =>
    `El cliente ${customer} debe ${say.amount(balance)} y puede deber hasta ${say.amount(limit)}; esta venta suma ` +
    `${say.amount(asked)}. Cobra lo que debe, aumenta su línea de crédito o pide que autoricen la excepción («${exception(say)}»).`,
})

export const CREDIT_OVERDUE = message<
  OfCustomer & { readonly overdue: string; readonly since: string }
>({
  en: ({ customer, overdue, since }) =>
    `The customer ${customer} has ${overdue} overdue since ${since}. Cash it, or have a VentaAutorizacion authorized.`,
  es: ({ customer, overdue, since }, say) =>
    `El cliente ${customer} tiene un saldo vencido de ${say.amount(overdue)} desde el ${since}. ` +
    `Cóbralo, o pide que autoricen la excepción («${exception(say)}»).`,
})

export const PRICE_TOO_LOW = message<{
  readonly line: number
  readonly article: string
  readonly asked: string
  /** A list of prices or an agreed price, and which one. */
  readonly origin: readonly [model: string, key: string]
  readonly listed: string
  readonly least: string
}>({
  en: ({ line, article, asked, origin, listed, least }) =>
    `Line ${line}: Articulo ${article} is sold at ${asked}, but ${origin.join(' ')} has ${listed} and allows ` +
    `no less than ${least}; raise the price, or have a VentaAutorizacion authorized.`,
  es: ({ line, article, asked, origin: [model, key], listed, least }, say) =>
    `Renglón ${line}: el artículo ${article} se vende a ${say.amount(asked)}, ` +
    `pero ${say.model(model)} ${key} tiene ${say.amount(listed)} y no permite menos de ${say.amount(least)}; ` +
    `sube el precio, o pide que autoricen la excepción («${exception(say)}»).`,
})
