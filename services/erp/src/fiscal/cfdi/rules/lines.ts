import { MUST_BE, MUST_BE_ABSENT, MUST_BE_THERE } from '../../../messages/cfdi-attributes.ts'
import { DISCOUNT_TOO_FINE, THIRD_PARTY_IS_OTHER } from '../../../messages/cfdi-heads.ts'
import {
  HOLDS_TRASLADO_OR_RETENCION,
  NOT_PASSED_ON,
  PASSED_ON,
} from '../../../messages/cfdi-taxes.ts'
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

const PRICE = ['Cantidad', 'ValorUnitario'] as const

function priceRules(
  { comprobante, decimals, problems }: RuleInput,
  { Cantidad, Importe, ValorUnitario }: Concepto,
  field: string,
): void {
  const kind = comprobante.TipoDeComprobante
  if (['I', 'E', 'N'].includes(kind) && decimal(ValorUnitario).units === 0n) {
    const message = MUST_BE.aboveZeroInKind({ name: 'ValorUnitario', kind })
    problems.add(`${field}.ValorUnitario`, message, 'CFDI40166')
  }
  const margin = marginOfProduct(Cantidad, ValorUnitario, decimals)
  if (!isWithin(Importe, margin)) {
    const message = MUST_BE.product({ name: 'Importe', by: PRICE, ...marginText(margin) })
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
    const message = MUST_BE_ABSENT.inKind({ name: 'Descuento', kind })
    problems.add(`${field}.Descuento`, message, 'CFDI40111')
  }
  if (decimalsIn(Descuento) > decimalsIn(Importe)) {
    problems.add(`${field}.Descuento`, DISCOUNT_TOO_FINE(), 'CFDI40168')
  }
  if (compare(decimal(Descuento), decimal(Importe)) > 0) {
    const message = MUST_BE.atMost({ name: 'Descuento', other: 'Importe' })
    problems.add(`${field}.Descuento`, message, 'CFDI40169')
  }
}

type TaxesByObject = Readonly<Record<string, readonly string[]>>

const TAXED = '02'
/** Not an object of taxes, or not broken down. */
const WITHOUT_TAXES = new Set(['01', '03', '04', '05'])
/** Taxes that are not passed on, and that are, though the line is an object of IVA. */
const UNWANTED: TaxesByObject = { '06': ['002', '003'], '07': ['002'], '08': ['002', '003'] }
const WANTED: TaxesByObject = { '07': ['003'] }

const BY_OBJECT = { name: 'Impuestos', other: 'ObjetoImp' } as const

function objectRules({ problems }: RuleInput, concepto: Concepto, path: string): void {
  const { Impuestos, ObjetoImp } = concepto
  const field = `${path}.Impuestos`
  const isBare = WITHOUT_TAXES.has(ObjetoImp)
  const count = [Impuestos?.Traslados, Impuestos?.Retenciones].flat().filter(Boolean).length
  problems.addAll([
    [Impuestos !== undefined && count === 0, field, HOLDS_TRASLADO_OR_RETENCION(), 'CFDI40173'],
    [
      ObjetoImp === TAXED && Impuestos === undefined,
      field,
      MUST_BE_THERE.where({ ...BY_OBJECT, is: TAXED }),
      'CFDI40171',
    ],
    [
      isBare && Impuestos !== undefined,
      field,
      MUST_BE_ABSENT.where({ ...BY_OBJECT, is: ObjetoImp }),
      'CFDI40172',
    ],
  ])
  const passedOn = new Set((Impuestos?.Traslados ?? []).map(({ Impuesto }) => Impuesto))
  const unwanted = (UNWANTED[ObjetoImp] ?? []).filter((tax) => passedOn.has(tax))
  const wanted = (WANTED[ObjetoImp] ?? []).filter((tax) => !passedOn.has(tax))
  for (const tax of unwanted)
    problems.add(field, NOT_PASSED_ON({ tax, other: 'ObjetoImp', is: ObjetoImp }), 'CFDI40172')
  for (const tax of wanted)
    problems.add(field, PASSED_ON({ tax, other: 'ObjetoImp', is: ObjetoImp }), 'CFDI40171')
}

function thirdPartyRules(
  { comprobante, catalogs, problems }: RuleInput,
  { ACuentaTerceros: third }: Concepto,
  path: string,
): void {
  if (third === undefined) return
  const field = `${path}.ACuentaTerceros`
  if ([comprobante.Emisor.Rfc, comprobante.Receptor.Rfc].includes(third.RfcACuentaTerceros)) {
    problems.add(`${field}.RfcACuentaTerceros`, THIRD_PARTY_IS_OTHER(), 'CFDI40188')
  }
  if (!catalogs.regimenes.has(third.RegimenFiscalACuentaTerceros)) {
    const name = 'RegimenFiscalACuentaTerceros'
    const message = MUST_BE.keyOf({ name, catalog: 'c_RegimenFiscal' })
    problems.add(`${field}.${name}`, message, 'CFDI40191')
  }
}

function partRules({ decimals, problems }: RuleInput, { Parte }: Concepto, path: string): void {
  for (const [index, part] of (Parte ?? []).entries()) {
    const field = `${path}.Parte[${index}]`
    if (part.ValorUnitario === undefined) continue
    if (decimal(part.ValorUnitario).units === 0n)
      problems.add(
        `${field}.ValorUnitario`,
        MUST_BE.aboveZero({ name: 'ValorUnitario' }),
        'CFDI40197',
      )
    const margin = marginOfProduct(part.Cantidad, part.ValorUnitario, decimals)
    if (part.Importe !== undefined && !isWithin(part.Importe, margin)) {
      const message = MUST_BE.product({ name: 'Importe', by: PRICE, ...marginText(margin) })
      problems.add(`${field}.Importe`, message, 'CFDI40198')
    }
  }
}
