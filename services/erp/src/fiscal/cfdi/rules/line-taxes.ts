import { MUST_BE, MUST_BE_ABSENT, MUST_BE_THERE } from '../../../messages/cfdi-attributes.ts'
import { KNOWN_RATE, WITHHELD_NOT_EXEMPT } from '../../../messages/cfdi-taxes.ts'
import type { Concepto, Retencion, Traslado } from '../structure/comprobante.ts'
import { isWithin, marginOfTax, marginText } from './margins.ts'
import { isKnownRate, knownRates } from './rates.ts'
import type { RuleInput } from './rule-set.ts'

/** The taxes of a line, each by itself; CFDI40174 to CFDI40186. */
export function lineTaxRules(input: RuleInput, { Impuestos }: Concepto, path: string): void {
  for (const [index, tax] of (Impuestos?.Traslados ?? []).entries())
    trasladoRules(input, tax, `${path}.Impuestos.Traslados[${index}]`)
  for (const [index, tax] of (Impuestos?.Retenciones ?? []).entries())
    retencionRules(input, tax, `${path}.Impuestos.Retenciones[${index}]`)
}

const RATED = { name: 'TasaOCuota', second: 'Importe', other: 'TipoFactor' } as const
const TAX = ['Base', 'TasaOCuota'] as const

function trasladoRules(input: RuleInput, tax: Traslado, field: string): void {
  const { catalogs, decimals, problems } = input
  const { Base, Importe, Impuesto, TasaOCuota, TipoFactor } = tax
  if (TipoFactor === 'Exento') {
    if (TasaOCuota !== undefined || Importe !== undefined) {
      const message = MUST_BE_ABSENT.bothWhere({ ...RATED, is: TipoFactor })
      problems.add(field, message, 'CFDI40177')
    }
    return
  }
  if (TasaOCuota === undefined || Importe === undefined) {
    const message = MUST_BE_THERE.bothWhere({ ...RATED, is: TipoFactor })
    problems.add(field, message, 'CFDI40178')
    return
  }
  if (!isKnownRate(catalogs, { Impuesto, TipoFactor, TasaOCuota }, 'traslado')) {
    const rates = knownRates(catalogs, tax, 'traslado')
    const message = KNOWN_RATE({ tax: Impuesto, factor: TipoFactor, rates })
    problems.add(`${field}.TasaOCuota`, message, 'CFDI40179')
  }
  const margin = marginOfTax(Base, TasaOCuota, decimals)
  if (!isWithin(Importe, margin)) {
    const message = MUST_BE.product({ name: 'Importe', by: TAX, ...marginText(margin) })
    problems.add(`${field}.Importe`, message, 'CFDI40180')
  }
}

function retencionRules(input: RuleInput, tax: Retencion, field: string): void {
  const { catalogs, decimals, problems } = input
  const { Base, Importe, Impuesto, TasaOCuota, TipoFactor } = tax
  if (TipoFactor === 'Exento') {
    problems.add(`${field}.TipoFactor`, WITHHELD_NOT_EXEMPT(), 'CFDI40184')
    return
  }
  if (!isKnownRate(catalogs, tax, 'retencion')) {
    const rates = knownRates(catalogs, tax, 'retencion')
    const message = KNOWN_RATE({ tax: Impuesto, factor: TipoFactor, rates })
    problems.add(`${field}.TasaOCuota`, message, 'CFDI40185')
  }
  const margin = marginOfTax(Base, TasaOCuota, decimals)
  if (!isWithin(Importe, margin)) {
    const message = MUST_BE.product({ name: 'Importe', by: TAX, ...marginText(margin) })
    problems.add(`${field}.Importe`, message, 'CFDI40186')
  }
}
