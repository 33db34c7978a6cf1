import { message } from './message.ts'

// Why nothing is paid by a programme of payments.

export const NOTHING_DUE = message<{ readonly day: string }>({
  en: ({ day }) =>
    `Nothing is due up to ${day} in this currency that no ProgramacionPago takes yet.`,
  es: ({ day }) =>
    `No hay nada en esta moneda que venza hasta el ${day} y que no esté ya en una programación de pago.`,
})

export const NO_RATE_TO_PAY_AT = message<{ readonly currency: string; readonly day: string }>({
  en: ({ currency, day }) =>
    `There is no TipoCambio of ${currency} for ${day}; send tipo_cambio, or add it.`,
  es: ({ currency, day }, say) =>
    `No hay tipo de cambio de ${currency} para el ${day}; indica ${say.field('tipo_cambio')}, o agrega el del día.`,
})

export const PROGRAMME_PAYS_NOTHING = message<{ readonly folio: string }>({
  en: ({ folio }) => `ProgramacionPago ${folio} authorized nothing to be paid.`,
  es: ({ folio }, say) =>
    `${say.model('ProgramacionPago')} ${folio} no tiene ningún pago autorizado.`,
})
