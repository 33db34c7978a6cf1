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

function trasladoRules(input: RuleInput, tax: Traslado, field: string): void {
  const { catalogs, decimals, problems } = input
  const { Base, Importe, Impuesto, TasaOCuota, TipoFactor } = tax
  if (TipoFactor === 'Exento') {
    if (TasaOCuota !== undefined || Importe !== undefined) {
      const message = 'TasaOCuota and Importe must be absent where TipoFactor is Exento.'
      problems.add(field, message, 'CFDI40177')
    }
    return
  }
  if (TasaOCuota === undefined || Importe === undefined) {
    const message = `TasaOCuota and Importe are required where TipoFactor is ${TipoFactor}.`
    problems.add(field, message, 'CFDI40178')
    return
  }
  if (!isKnownRate(catalogs, { Impuesto, TipoFactor, TasaOCuota }, 'traslado')) {
    const known = knownRates(catalogs, tax, 'traslado')
    const message = `TasaOCuota must be one of c_TasaOCuota for ${Impuesto}, ${TipoFactor}: ${known}.`
    problems.add(`${field}.TasaOCuota`, message, 'CFDI40179')
  }
  const margin = marginOfTax(Base, TasaOCuota, decimals)
  if (!isWithin(Importe, margin)) {
    const message = `Importe must be Base times TasaOCuota: ${marginText(margin)}.`
    problems.add(`${field}.Importe`, message, 'CFDI40180')
  }
}

function retencionRules(input: RuleInput, tax: Retencion, field: string): void {
  const { catalogs, decimals, problems } = input
  const { Base, Importe, Impuesto, TasaOCuota, TipoFactor } = tax
  if (TipoFactor === 'Exento') {
    problems.add(`${field}.TipoFactor`, 'What is withheld cannot be Exento.', 'CFDI40184')
    return
  }
  if (!isKnownRate(catalogs, tax, 'retencion')) {
    const known = knownRates(catalogs, tax, 'retencion')
    const message = `TasaOCuota must be one of c_TasaOCuota for ${Impuesto}, ${TipoFactor}: ${known}.`
    problems.add(`${field}.TasaOCuota`, message, 'CFDI40185')
  }
  const margin = marginOfTax(Base, TasaOCuota, decimals)
  if (!isWithin(Importe, margin)) {
    const message = `Importe must be Base times TasaOCuota: ${marginText(margin)}.`
    problems.add(`${field}.Importe`, message, 'CFDI40186')
  }
}
