import { message } from './message.ts'

// What keeps a line of credit from being authorized.

interface OfLine {
  readonly id: string
}

export const LIMIT_BELOW_ZERO = message<OfLine & { readonly amount: string }>({
  en: ({ id, amount }) =>
    `limite_autorizado of LineaCreditoCliente ${id} would be ${amount}; it is not below zero.`,
  es: ({ id, amount }, say) =>
    `${say.field('limite_autorizado')} de ${say.model('LineaCreditoCliente')} ${id} sería ${say.amount(amount)}; no puede ser menor que cero.`,
})

export const LIMIT_NOT_COMPARED = message<OfLine>({
  en: ({ id }) =>
    `LineaCreditoCliente ${id} cannot be compared with your limit: there is no TipoCambio of its currency for today; add it.`,
  es: ({ id }, say) =>
    `${say.model('LineaCreditoCliente')} ${id} no se puede comparar con tu límite: falta el tipo de cambio de hoy de su moneda; agrégalo.`,
})

export const ABOVE_OWN_LIMIT = message<
  OfLine & { readonly amount: string; readonly limit: string }
>({
  en: ({ id, amount, limit }) =>
    `LineaCreditoCliente ${id} cannot be authorized by you: ${amount} is above your limit, ${limit}.`,
  es: ({ id, amount, limit }, say) =>
    `No puedes autorizar ${say.model('LineaCreditoCliente')} ${id}: ${say.amount(amount)} rebasa tu límite, ${say.amount(limit)}.`,
})
