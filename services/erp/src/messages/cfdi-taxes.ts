import { message } from './message.ts'

// What the SAT's rules say of the taxes of a CFDI: of its lines, of the document, of its payments.

interface OfTax {
  /** A key of c_Impuesto, or what tells a sum from another: `002, Tasa, 0.160000`. */
  readonly tax: string
}

interface ByObject extends OfTax {
  readonly other: 'ObjetoImp' | 'ObjetoImpDR'
  readonly is: string
}

export const NOT_PASSED_ON = message<ByObject>({
  en: ({ tax, other, is }) => `${tax} must not be passed on where ${other} is ${is}.`,
  es: ({ tax, other, is }) => `El impuesto ${tax} no se debe trasladar cuando ${other} es ${is}.`,
})

export const PASSED_ON = message<ByObject>({
  en: ({ tax, other, is }) => `${tax} must be passed on where ${other} is ${is}.`,
  es: ({ tax, other, is }) => `El impuesto ${tax} se debe trasladar cuando ${other} es ${is}.`,
})

export const HOLDS_A_TAX = message<{ readonly name: string }>({
  en: ({ name }) => `${name} must hold a tax.`,
  es: ({ name }) => `${name} debe tener un impuesto.`,
})

export const HOLDS_TRASLADO_OR_RETENCION = message({
  en: () => 'Impuestos must hold a Traslado or a Retencion.',
  es: () => 'Impuestos debe tener un Traslado o una Retencion.',
})

export const WITHHELD_NOT_EXEMPT = message({
  en: () => 'What is withheld cannot be Exento.',
  es: () => 'Lo retenido no puede ser Exento.',
})

/** Rates, and ranges of them. */
type Rates = readonly (readonly [low: string | null, high: string])[]

export const KNOWN_RATE = message<OfTax & { readonly factor: string; readonly rates: Rates }>({
  en: ({ tax, factor, rates }) => {
    const known = rates.map(([low, high]) => (low === null ? high : `${low} to ${high}`))
    const all = known.length === 0 ? 'none' : known.join(', ')
    return `TasaOCuota must be one of c_TasaOCuota for ${tax}, ${factor}: ${all}.`
  },
  es: ({ tax, factor, rates }) => {
    const known = rates.map(([low, high]) => (low === null ? high : `de ${low} a ${high}`))
    return known.length === 0
      ? `TasaOCuota debe ser una de c_TasaOCuota, que no tiene ninguna para ${tax}, ${factor}.`
      : `TasaOCuota debe ser una de c_TasaOCuota para ${tax}, ${factor}: ${known.join(', ')}.`
  },
})

export const KNOWN_RATE_OF_DOCUMENT = message({
  en: () => 'TasaOCuotaDR must be one of c_TasaOCuota for that tax.',
  es: () => 'TasaOCuotaDR debe ser una de c_TasaOCuota para ese impuesto.',
})

/** The sums of the document by tax. */
export const TRASLADO = {
  twice: message<OfTax>({
    en: ({ tax }) => `There is a Traslado of ${tax} already.`,
    es: ({ tax }) => `Ya hay un Traslado de ${tax}.`,
  }),
  unknown: message<OfTax>({
    en: ({ tax }) => `No Concepto has a Traslado of ${tax}.`,
    es: ({ tax }) => `Ningún Concepto tiene un Traslado de ${tax}.`,
  }),
  missing: message<OfTax>({
    en: ({ tax }) => `The Traslado of ${tax} is missing.`,
    es: ({ tax }) => `Falta el Traslado de ${tax}.`,
  }),
}

export const RETENCION = {
  twice: message<OfTax>({
    en: ({ tax }) => `There is a Retencion of ${tax} already.`,
    es: ({ tax }) => `Ya hay una Retencion de ${tax}.`,
  }),
  missing: message<OfTax>({
    en: ({ tax }) => `The Retencion of ${tax} is missing.`,
    es: ({ tax }) => `Falta la Retencion de ${tax}.`,
  }),
}

/** The sums of a payment by tax. */
export const PAID_TAX = {
  twice: message<OfTax>({
    en: ({ tax }) => `There is one of ${tax} already.`,
    es: ({ tax }) => `Ya hay uno de ${tax}.`,
  }),
  unknown: message<OfTax>({
    en: ({ tax }) => `No document has one of ${tax}.`,
    es: ({ tax }) => `Ningún documento tiene uno de ${tax}.`,
  }),
  differs: message<OfTax & { readonly sum: string }>({
    en: ({ tax, sum }) => `That of ${tax} must be ${sum}, what the documents come to.`,
    es: ({ tax, sum }) => `El de ${tax} debe ser ${sum}, lo que suman los documentos.`,
  }),
  missing: message<OfTax>({
    en: ({ tax }) => `That of ${tax} is missing.`,
    es: ({ tax }) => `Falta el de ${tax}.`,
  }),
}
