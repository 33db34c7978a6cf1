import { message } from './message.ts'

// Why a document cannot have its exchange rate.

interface OfRate {
  /** The field or the input that has the rate. */
  readonly field: string
  /** The key of the currency, such as `USD`. */
  readonly currency: string
}

export const RATE_OF_OWN = message<OfRate>({
  en: ({ field, currency }) => `${field} must be 1: ${currency} is the currency of the company.`,
  es: ({ field, currency }, say) =>
    `${say.field(field)} debe ser 1: ${currency} es la moneda de la empresa.`,
})

export const RATE_OF_OTHER = message<OfRate>({
  en: ({ field, currency }) => `${field} is 1, but ${currency} is not the currency of the company.`,
  es: ({ field, currency }, say) =>
    `${say.field(field)} es 1, pero ${currency} no es la moneda de la empresa.`,
})

export const RATE_NOT_CHECKED = message<OfRate & { readonly day: string }>({
  en: ({ field, currency, day }) =>
    `${field} cannot be checked: there is no TipoCambio of ${currency} for ${day}; add it, or have an administrator do it.`,
  es: ({ field, currency, day }, say) =>
    `No se puede comprobar ${say.field(field)}: no hay tipo de cambio de ${currency} para el ${day}; agrégalo, o ` +
    'pide a un administrador que haga la operación.',
})

interface KnownRate extends OfRate {
  readonly rate: string
  readonly known: string
  /** Of the rate that is known. */
  readonly day: string
}

export const RATE_TOO_DIFFERENT = message<KnownRate & { readonly variation: string }>({
  en: ({ field, currency, rate, known, day, variation }) =>
    `${field} is ${rate}, but ${currency} stood at ${known} on ${day}, from which it may differ by a part of ${variation}.`,
  es: ({ field, currency, rate, known, day, variation }, say) =>
    `${say.field(field)} es ${rate}, pero ${currency} estaba en ${known} el ${day}; sólo se admite una variación de ${variation} veces ese valor.`,
})

export const RATE_FAR_OFF = message<KnownRate>({
  en: ({ field, currency, rate, known, day }) =>
    `${field} is ${rate}, more than twice or less than half of what ${currency} stood at on ${day}, ${known}: if it ` +
    'is meant, add the TipoCambio of the day first.',
  es: ({ field, currency, rate, known, day }, say) =>
    `${say.field(field)} es ${rate}, más del doble o menos de la mitad de lo que valía ${currency} el ${day}, ` +
    `${known}: si es correcto, agrega antes el tipo de cambio del día.`,
})
