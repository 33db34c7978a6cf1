import { compare, decimal } from '../../decimal.ts'
import type { Concepto } from '../structure/comprobante.ts'
import { lineTaxRules } from './line-taxes.ts'
import { isWithin, marginOfProduct, marginText } from './margins.ts'
import { decimalsIn, type RuleInput } from './rule-set.ts'

/**
 * The lines: quantities, prices, discounts, what they are made of, and whether they are taxed.
 * @source SAT, Anexo 20, matriz de errores, CFDI40166 to CFDI40200
 */
export function lineRules(input: RuleInput): void {
  for (const [index, concepto] of input.comprobante.Conceptos.entries()) {
    const field = `Conceptos[${index}]`
    priceRules(input, concepto, field)
    discountRules(input, concepto, field)
    objectRules(input, concepto, field)
    thirdPartyRules(input, concepto, field)
    partRules(input, concepto, field)
    lineTaxRules(input, concepto, field)
  }
}

function priceRules(
  { comprobante, decimals, problems }: RuleInput,
  { Cantidad, Importe, ValorUnitario }: Concepto,
  field: string,
): void {
  const kind = comprobante.TipoDeComprobante
  if (['I', 'E', 'N'].includes(kind) && decimal(ValorUnitario).units === 0n) {
    const message = `ValorUnitario must be above zero in a CFDI of kind ${kind}.`
    problems.add(`${field}.ValorUnitario`, message, 'CFDI40166')
  }
  const margin = marginOfProduct(Cantidad, ValorUnitario, decimals)
  if (!isWithin(Importe, margin)) {
    const message = `Importe must be Cantidad times ValorUnitario: ${marginText(margin)}.`
    problems.add(`${field}.Importe`, message, 'CFDI40167')
  }
}

function discountRules(
  { comprobante, problems }: RuleInput,
  { Descuento, Importe }: Concepto,
  field: string,
): void {
  if (Descuento === undefined) return
  const kind = comprobante.TipoDeComprobante
  if (kind === 'T' || kind === 'P') {
    const message = `Descuento must be absent in a CFDI of kind ${kind}.`
    problems.add(`${field}.Descuento`, message, 'CFDI40111')
  }
  if (decimalsIn(Descuento) > decimalsIn(Importe)) {
    const message = 'Descuento must not have more decimals than Importe.'
    problems.add(`${field}.Descuento`, message, 'CFDI40168')
  }
  if (compare(decimal(Descuento), decimal(Importe)) > 0) {
    const message = 'Descuento must not be larger than Importe.'
    problems.add(`${field}.Descuento`, message, 'CFDI40169')
  }
}

type TaxesByObject = Readonly<Record<string, readonly string[]>>

const TAXED = '02'
/** Not an object of taxes, or not broken down. */
const WITHOUT_TAXES = new Set(['01', '03', '04', '05'])
/** Taxes that are not passed on, and that are, though the line is an object of IVA. */
const NOT_PASSED_ON: TaxesByObject = { '06': ['002', '003'], '07': ['002'], '08': ['002', '003'] }
const PASSED_ON: TaxesByObject = { '07': ['003'] }

function objectRules({ problems }: RuleInput, concepto: Concepto, path: string): void {
  const { Impuestos, ObjetoImp } = concepto
  const field = `${path}.Impuestos`
  const isBare = WITHOUT_TAXES.has(ObjetoImp)
  const count = [Impuestos?.Traslados, Impuestos?.Retenciones].flat().filter(Boolean).length
  problems.addAll([
    [
      Impuestos !== undefined && count === 0,
      field,
      'Impuestos must hold a Traslado or a Retencion.',
      'CFDI40173',
    ],
    [
      ObjetoImp === TAXED && Impuestos === undefined,
      field,
      'Impuestos is required where ObjetoImp is 02.',
      'CFDI40171',
    ],
    [
      isBare && Impuestos !== undefined,
      field,
      `Impuestos must be absent where ObjetoImp is ${ObjetoImp}.`,
      'CFDI40172',
    ],
  ])
  const passedOn = new Set((Impuestos?.Traslados ?? []).map(({ Impuesto }) => Impuesto))
  const unwanted = (NOT_PASSED_ON[ObjetoImp] ?? []).filter((tax) => passedOn.has(tax))
  const wanted = (PASSED_ON[ObjetoImp] ?? []).filter((tax) => !passedOn.has(tax))
  for (const tax of unwanted)
    problems.add(
      field,
      `${tax} must not be passed on where ObjetoImp is ${ObjetoImp}.`,
      'CFDI40172',
    )
  for (const tax of wanted)
    problems.add(field, `${tax} must be passed on where ObjetoImp is ${ObjetoImp}.`, 'CFDI40171')
}

function thirdPartyRules(
  { comprobante, catalogs, problems }: RuleInput,
  { ACuentaTerceros: third }: Concepto,
  path: string,
): void {
  if (third === undefined) return
  const field = `${path}.ACuentaTerceros`
  if ([comprobante.Emisor.Rfc, comprobante.Receptor.Rfc].includes(third.RfcACuentaTerceros)) {
    const message = 'RfcACuentaTerceros must be another than those of Emisor and Receptor.'
    problems.add(`${field}.RfcACuentaTerceros`, message, 'CFDI40188')
  }
  if (!catalogs.regimenes.has(third.RegimenFiscalACuentaTerceros)) {
    const message = 'RegimenFiscalACuentaTerceros must be a key of c_RegimenFiscal.'
    problems.add(`${field}.RegimenFiscalACuentaTerceros`, message, 'CFDI40191')
  }
}

function partRules({ decimals, problems }: RuleInput, { Parte }: Concepto, path: string): void {
  for (const [index, part] of (Parte ?? []).entries()) {
    const field = `${path}.Parte[${index}]`
    if (part.ValorUnitario === undefined) continue
    if (decimal(part.ValorUnitario).units === 0n)
      problems.add(`${field}.ValorUnitario`, 'ValorUnitario must be above zero.', 'CFDI40197')
    const margin = marginOfProduct(part.Cantidad, part.ValorUnitario, decimals)
    if (part.Importe !== undefined && !isWithin(part.Importe, margin)) {
      const message = `Importe must be Cantidad times ValorUnitario: ${marginText(margin)}.`
      problems.add(`${field}.Importe`, message, 'CFDI40198')
    }
  }
}
