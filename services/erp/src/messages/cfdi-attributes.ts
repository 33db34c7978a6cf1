import { message } from './message.ts'

// What the SAT's rules say of one attribute or element of a CFDI. Its name is the SAT's, in both languages.

interface Named {
  readonly name: string
}

interface OfKind extends Named {
  /** TipoDeComprobante. */
  readonly kind: string
}

/** It holds where another attribute has a value. */
interface Where extends Named {
  readonly other: string
  readonly is: string
}

/** Values that an attribute must have. */
export const MUST_BE = {
  value: message<Named & { readonly value: string }>({
    en: ({ name, value }) => `${name} must be ${value}.`,
    es: ({ name, value }) => `${name} debe ser ${value}.`,
  }),
  written: message<Named & { readonly value: string }>({
    en: ({ name, value }) => `${name} must be written ${value}.`,
    es: ({ name, value }) => `${name} se debe escribir ${value}.`,
  }),
  inKind: message<OfKind & { readonly value: string }>({
    en: ({ name, value, kind }) => `${name} must be ${value} in a CFDI of kind ${kind}.`,
    es: ({ name, value, kind }) => `${name} debe ser ${value} en un CFDI de tipo ${kind}.`,
  }),
  where: message<Where & { readonly value: string }>({
    en: ({ name, value, other, is }) => `${name} must be ${value} where ${other} is ${is}.`,
    es: ({ name, value, other, is }) => `${name} debe ser ${value} cuando ${other} es ${is}.`,
  }),
  otherWhere: message<Where & { readonly value: string }>({
    en: ({ name, value, other, is }) => `${name} must not be ${value} where ${other} is ${is}.`,
    es: ({ name, value, other, is }) => `${name} no debe ser ${value} cuando ${other} es ${is}.`,
  }),
  forRfc: message<Named & { readonly value: string; readonly rfc: string }>({
    en: ({ name, value, rfc }) => `${name} must be ${value} for ${rfc}.`,
    es: ({ name, value, rfc }) => `${name} debe ser ${value} para ${rfc}.`,
  }),
  keyOf: message<Named & { readonly catalog: string }>({
    en: ({ name, catalog }) => `${name} must be a key of ${catalog}.`,
    es: ({ name, catalog }) => `${name} debe ser una clave de ${catalog}.`,
  }),
  keyBut: message<Named & { readonly catalog: string; readonly but: string }>({
    en: ({ name, catalog, but }) => `${name} must be a key of ${catalog} other than ${but}.`,
    es: ({ name, catalog, but }) => `${name} debe ser una clave de ${catalog} distinta de ${but}.`,
  }),
  aboveZero: message<Named>({
    en: ({ name }) => `${name} must be above zero.`,
    es: ({ name }) => `${name} debe ser mayor que cero.`,
  }),
  aboveZeroInKind: message<OfKind>({
    en: ({ name, kind }) => `${name} must be above zero in a CFDI of kind ${kind}.`,
    es: ({ name, kind }) => `${name} debe ser mayor que cero en un CFDI de tipo ${kind}.`,
  }),
  atMost: message<Named & { readonly other: string }>({
    en: ({ name, other }) => `${name} must not be larger than ${other}.`,
    es: ({ name, other }) => `${name} no debe ser mayor que ${other}.`,
  }),
  sum: message<Named & { readonly sum: string }>({
    en: ({ name, sum }) => `${name} must be ${sum}, the sum of the amounts.`,
    es: ({ name, sum }) => `${name} debe ser ${sum}, la suma de los importes.`,
  }),
  ofConceptos: message<Named & { readonly sum: string }>({
    en: ({ name, sum }) => `${name} must be ${sum}, what the Conceptos come to.`,
    es: ({ name, sum }) => `${name} debe ser ${sum}, lo que suman los Conceptos.`,
  }),
  product: message<
    Named & { readonly by: readonly [string, string]; readonly low: string; readonly high: string }
  >({
    en: ({ name, by, low, high }) => `${name} must be ${by.join(' times ')}: ${low} to ${high}.`,
    es: ({ name, by, low, high }) => `${name} debe ser ${by.join(' por ')}: de ${low} a ${high}.`,
  }),
}

/** Attributes that must not be there. */
export const MUST_BE_ABSENT = {
  always: message<Named>({
    en: ({ name }) => `${name} must be absent.`,
    es: ({ name }) => `${name} no debe existir.`,
  }),
  inKind: message<OfKind>({
    en: ({ name, kind }) => `${name} must be absent in a CFDI of kind ${kind}.`,
    es: ({ name, kind }) => `${name} no debe existir en un CFDI de tipo ${kind}.`,
  }),
  where: message<Where>({
    en: ({ name, other, is }) => `${name} must be absent where ${other} is ${is}.`,
    es: ({ name, other, is }) => `${name} no debe existir cuando ${other} es ${is}.`,
  }),
  bothWhere: message<Where & { readonly second: string }>({
    en: ({ name, second, other, is }) =>
      `${name} and ${second} must be absent where ${other} is ${is}.`,
    es: ({ name, second, other, is }) =>
      `${name} y ${second} no deben existir cuando ${other} es ${is}.`,
  }),
  without: message<Named & { readonly other: string }>({
    en: ({ name, other }) => `${name} must be absent without ${other}.`,
    es: ({ name, other }) => `${name} no debe existir sin ${other}.`,
  }),
}

/** Attributes that must be there. */
export const MUST_BE_THERE = {
  always: message<Named>({
    en: ({ name }) => `${name} is required.`,
    es: ({ name }) => `Falta ${name}.`,
  }),
  inKind: message<OfKind>({
    en: ({ name, kind }) => `${name} is required in a CFDI of kind ${kind}.`,
    es: ({ name, kind }) => `Falta ${name}, que un CFDI de tipo ${kind} debe tener.`,
  }),
  where: message<Where>({
    en: ({ name, other, is }) => `${name} is required where ${other} is ${is}.`,
    es: ({ name, other, is }) => `Falta ${name}, que debe existir cuando ${other} es ${is}.`,
  }),
  bothWhere: message<Where & { readonly second: string }>({
    en: ({ name, second, other, is }) =>
      `${name} and ${second} are required where ${other} is ${is}.`,
    es: ({ name, second, other, is }) =>
      `${name} y ${second} deben existir cuando ${other} es ${is}.`,
  }),
  with: message<Named & { readonly other: string }>({
    en: ({ name, other }) => `${name} is required with ${other}.`,
    es: ({ name, other }) => `Falta ${name}, que debe acompañar a ${other}.`,
  }),
}

export const MOST_DECIMALS = message<Named & { readonly decimals: number }>({
  en: ({ name, decimals }) => `${name} must have no more than ${decimals} decimals.`,
  es: ({ name, decimals }) =>
    decimals === 0
      ? `${name} no debe tener decimales.`
      : decimals === 1
        ? `${name} debe tener como máximo 1 decimal.`
        : `${name} debe tener como máximo ${decimals} decimales.`,
})

export const DECIMALS_OF_CURRENCY = message<Named & { readonly decimals: number }>({
  en: ({ name, decimals }) => `${name} must have no more than the currency's ${decimals} decimals.`,
  es: ({ name, decimals }) =>
    decimals === 0
      ? `${name} no debe tener decimales, pues su moneda no los usa.`
      : decimals === 1
        ? `${name} debe tener como máximo 1 decimal, como su moneda.`
        : `${name} debe tener como máximo ${decimals} decimales, como su moneda.`,
})
