import { message } from './message.ts'

// What is told of a company's own data.

export const NO_CONSTANCIA = message<{ readonly missing: readonly string[] }>({
  en: ({ missing }, say) =>
    `texto is not that of a constancia de situación fiscal: it lacks ${say.all(missing)}.`,
  es: ({ missing }, say) =>
    `El texto no es el de una constancia de situación fiscal: le falta ${say.all(missing)}.`,
})

export const REGIME_UNKNOWN = message<{ readonly regimes: readonly string[] }>({
  en: ({ regimes }, say) =>
    regimes.length === 0
      ? 'The constancia names no regime that has not ended.'
      : `No regime of the catalog is called ${say.any(regimes)}.`,
  es: ({ regimes }, say) =>
    regimes.length === 0
      ? 'La constancia no nombra ningún régimen vigente.'
      : `En el catálogo no hay ningún régimen que se llame ${say.any(regimes)}.`,
})

export const OTHER_RFC_ISSUED = message<{ readonly rfc: string }>({
  en: ({ rfc }) => `rfc: CFDI were issued as ${rfc}; another RFC is another company.`,
  es: ({ rfc }) => `Ya se emitieron CFDI con el RFC ${rfc}; otro RFC es otra empresa.`,
})

export const POSTAL_CODE_UNKNOWN = message<{ readonly clave: string }>({
  en: ({ clave }) =>
    `The postal code ${clave} is not in the catalog: load it, then choose it in the address; invoices need it.`,
  es: ({ clave }) =>
    `El código postal ${clave} no está en el catálogo: cárgalo y elígelo en el domicilio; las facturas lo necesitan.`,
})

export const SEVERAL_REGIMES = message<{ readonly taken: string; readonly all: readonly string[] }>(
  {
    en: ({ taken, all }, say) =>
      `The constancia names ${say.all(all)}; ${taken} was taken: choose another if invoices are issued under it.`,
    es: ({ taken, all }, say) =>
      `La constancia nombra ${say.all(all)}; se tomó ${taken}: elige otro si con él se factura.`,
  },
)
