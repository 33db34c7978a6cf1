import { message } from './message.ts'

// What the SAT's rules say of a CFDI as a whole: its sums, its kind, what it is related to.

export const SUBTOTAL_SUM = message<{ readonly sum: string }>({
  en: ({ sum }) => `SubTotal must be ${sum}, the sum of Importe of all Conceptos.`,
  es: ({ sum }) => `SubTotal debe ser ${sum}, la suma de Importe de todos los Conceptos.`,
})

export const DISCOUNT_SUM = message<{ readonly sum: string }>({
  en: ({ sum }) => `Descuento must be ${sum}, the sum of those of all Conceptos.`,
  es: ({ sum }) => `Descuento debe ser ${sum}, la suma de los de todos los Conceptos.`,
})

export const DISCOUNT_REQUIRED = message({
  en: () => 'Descuento is required where a Concepto has one.',
  es: () => 'Falta Descuento, que debe existir cuando un Concepto lo tiene.',
})

export const DISCOUNT_UNWANTED = message({
  en: () => 'Descuento must be absent where no Concepto has one.',
  es: () => 'Descuento no debe existir cuando ningún Concepto lo tiene.',
})

export const DISCOUNT_TOO_FINE = message({
  en: () => 'Descuento must not have more decimals than Importe.',
  es: () => 'Descuento no debe tener más decimales que Importe.',
})

export const RATE_REQUIRED = message({
  en: () => 'TipoCambio is required where Moneda is neither MXN nor XXX.',
  es: () => 'Falta TipoCambio, que debe existir cuando Moneda no es MXN ni XXX.',
})

export const TOTAL_BELOW_ZERO = message({
  en: () => 'More is taken off than is charged: Total would be below zero.',
  es: () => 'Se resta más de lo que se cobra: Total sería menor que cero.',
})

export const TOTAL_SUM = message<{ readonly sum: string }>({
  en: ({ sum }) =>
    `Total must be ${sum}: SubTotal less Descuento, plus taxes passed on, less taxes withheld.`,
  es: ({ sum }) =>
    `Total debe ser ${sum}: SubTotal menos Descuento, más impuestos trasladados, menos impuestos retenidos.`,
})

export const NO_FOREIGN_TRADE = message({
  en: () => 'Exportacion 02 needs the complement of foreign trade, which is not written.',
  es: () =>
    'Exportacion 02 necesita el complemento de comercio exterior, que este servicio no escribe.',
})

export const PAYMENTS_OF_OTHER_KIND = message({
  en: () => 'Complemento.Pagos must be absent in a CFDI of another kind than P.',
  es: () => 'Complemento.Pagos sólo debe existir en un CFDI de tipo P.',
})

export const STAMP_OF_PAC = message({
  en: () => 'The stamp is for the PAC to write.',
  es: () => 'El timbre lo escribe el PAC.',
})

export const KIND_OF_RELATION = message({
  en: () => 'TipoRelacion must be a key of c_TipoRelacion, 01 to 07.',
  es: () => 'TipoRelacion debe ser una clave de c_TipoRelacion, de 01 a 07.',
})

export const RELATED_TWICE = message({
  en: () => 'A CFDI can be related only once in the same way.',
  es: () => 'Un CFDI sólo se puede relacionar una vez con el mismo tipo de relación.',
})

export const PAYMENT_ONLY_REPLACES = message({
  en: () => 'A CFDI of kind P can only replace others, with TipoRelacion 04.',
  es: () => 'Un CFDI de tipo P sólo puede sustituir a otros, con TipoRelacion 04.',
})

export const THIRD_PARTY_IS_OTHER = message({
  en: () => 'RfcACuentaTerceros must be another than those of Emisor and Receptor.',
  es: () => 'RfcACuentaTerceros debe ser distinto del RFC de Emisor y de Receptor.',
})
