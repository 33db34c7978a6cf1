import {
  compare,
  decimal,
  decimalText,
  dividedBy,
  isZero,
  minus,
  plus,
  sumOfDecimals,
  type Decimal,
} from '../../decimal.ts'
import type { DoctoRelacionado, Pago } from '../structure/pagos.ts'
import { isWithin, least, marginOfTax, marginText, most } from './margins.ts'
import { isKnownRate, type Direction } from './rates.ts'
import { decimalsIn, type RuleInput } from './rule-set.ts'

/** The documents that a payment pays: balances, currencies, taxes; CRP20217 and CRP20236 to CRP20261. */
export function paidDocumentRules(input: RuleInput, pago: Pago, path: string): void {
  for (const [index, document] of pago.DoctoRelacionado.entries()) {
    const field = `${path}.DoctoRelacionado[${index}]`
    balanceRules(input, document, field)
    currencyRules(input, { pago, document }, field)
    objectRules(input, document, field)
    taxRules(input, document, field)
  }
  sumRules(input, pago, path)
}

function balanceRules(
  { catalogs, problems }: RuleInput,
  { ImpPagado, ImpSaldoAnt, ImpSaldoInsoluto, MonedaDR }: DoctoRelacionado,
  field: string,
): void {
  const amounts = [
    ['ImpSaldoAnt', ImpSaldoAnt, 'CRP20240'],
    ['ImpPagado', ImpPagado, 'CRP20242'],
    ['ImpSaldoInsoluto', ImpSaldoInsoluto, 'CRP20243'],
  ] as const
  const decimals = catalogs.monedas.get(MonedaDR) ?? 0
  for (const [name, amount, code] of amounts) {
    if (decimalsIn(amount) <= decimals) continue
    problems.add(`${field}.${name}`, `${name} must have no more than ${decimals} decimals.`, code)
  }
  if (isZero(decimal(ImpSaldoAnt)))
    problems.add(`${field}.ImpSaldoAnt`, 'ImpSaldoAnt must be above zero.', 'CRP20239')
  if (isZero(decimal(ImpPagado)))
    problems.add(`${field}.ImpPagado`, 'ImpPagado must be above zero.', 'CRP20241')
  const left = minus(decimal(ImpSaldoAnt), decimal(ImpPagado))
  if (left.units < 0n) {
    const message = `ImpPagado must not be larger than ImpSaldoAnt, ${ImpSaldoAnt}.`
    problems.add(`${field}.ImpPagado`, message, 'CRP20244')
  } else if (compare(decimal(ImpSaldoInsoluto), left) !== 0) {
    const message = `ImpSaldoInsoluto must be ${decimalText(left)}: ImpSaldoAnt less ImpPagado.`
    problems.add(`${field}.ImpSaldoInsoluto`, message, 'CRP20244')
  }
}

interface PaidDocument {
  readonly pago: Pago
  readonly document: DoctoRelacionado
}

function currencyRules(
  { catalogs, problems }: RuleInput,
  { document, pago }: PaidDocument,
  field: string,
): void {
  const { EquivalenciaDR, MonedaDR } = document
  if (MonedaDR === 'XXX' || !catalogs.monedas.has(MonedaDR)) {
    const message = 'MonedaDR must be a key of c_Moneda other than XXX.'
    problems.add(`${field}.MonedaDR`, message, 'CRP20236')
  }
  if (MonedaDR !== pago.MonedaP && EquivalenciaDR === undefined) {
    const message = 'EquivalenciaDR is required where MonedaDR is not MonedaP.'
    problems.add(`${field}.EquivalenciaDR`, message, 'CRP20237')
  }
  if (MonedaDR === pago.MonedaP && EquivalenciaDR !== undefined && EquivalenciaDR !== '1') {
    const message = 'EquivalenciaDR must be 1 where MonedaDR is MonedaP.'
    problems.add(`${field}.EquivalenciaDR`, message, 'CRP20238')
  }
}

const WITHOUT_TAXES = new Set(['01', '03', '04', '05'])
type TaxesByObject = Readonly<Record<string, readonly string[]>>
const NOT_PASSED_ON: TaxesByObject = { '06': ['002', '003'], '07': ['002'], '08': ['002', '003'] }
const PASSED_ON: TaxesByObject = { '07': ['003'] }

function objectRules({ problems }: RuleInput, document: DoctoRelacionado, path: string): void {
  const { ImpuestosDR, ObjetoImpDR: object } = document
  const field = `${path}.ImpuestosDR`
  const isBare = WITHOUT_TAXES.has(object)
  problems.addAll([
    [
      object === '02' && ImpuestosDR === undefined,
      field,
      'ImpuestosDR is required where ObjetoImpDR is 02.',
      'CRP20246',
    ],
    [
      isBare && ImpuestosDR !== undefined,
      field,
      `ImpuestosDR must be absent where ObjetoImpDR is ${object}.`,
      'CRP20247',
    ],
    [isEmpty(ImpuestosDR), field, 'ImpuestosDR must hold a tax.', 'CRP20248'],
  ])
  const passedOn = new Set((ImpuestosDR?.TrasladosDR ?? []).map(({ ImpuestoDR }) => ImpuestoDR))
  const code = object === '07' ? 'CRP20279' : 'CRP20278'
  const unwanted = (NOT_PASSED_ON[object] ?? []).filter((tax) => passedOn.has(tax))
  const wanted = (PASSED_ON[object] ?? []).filter((tax) => !passedOn.has(tax))
  for (const tax of unwanted)
    problems.add(field, `${tax} must not be passed on where ObjetoImpDR is ${object}.`, code)
  for (const tax of wanted)
    problems.add(field, `${tax} must be passed on where ObjetoImpDR is ${object}.`, code)
}

function isEmpty(taxes: DoctoRelacionado['ImpuestosDR']): boolean {
  return taxes !== undefined && taxes.TrasladosDR === undefined && taxes.RetencionesDR === undefined
}

const TAX_DECIMALS = 6

function taxRules(input: RuleInput, { ImpuestosDR }: DoctoRelacionado, path: string): void {
  const withheld = ImpuestosDR?.RetencionesDR ?? []
  for (const [index, tax] of withheld.entries()) {
    const field = `${path}.ImpuestosDR.RetencionesDR[${index}]`
    if (tax.TipoFactorDR === 'Exento')
      input.problems.add(field, 'What is withheld cannot be Exento.', 'CRP20252')
    else ratedTaxRules(input, tax, { field, ...WITHHELD })
  }
  const passedOn = ImpuestosDR?.TrasladosDR ?? []
  for (const [index, tax] of passedOn.entries())
    passedOnRules(input, tax, `${path}.ImpuestosDR.TrasladosDR[${index}]`)
}

type PassedOn = NonNullable<NonNullable<DoctoRelacionado['ImpuestosDR']>['TrasladosDR']>[number]
type Withheld = NonNullable<NonNullable<DoctoRelacionado['ImpuestosDR']>['RetencionesDR']>[number]

function passedOnRules(input: RuleInput, tax: PassedOn, field: string): void {
  const { ImporteDR, TasaOCuotaDR, TipoFactorDR } = tax
  const isExempt = TipoFactorDR === 'Exento'
  if (isExempt !== (TasaOCuotaDR === undefined) || isExempt !== (ImporteDR === undefined)) {
    const wanted = isExempt ? 'must be absent' : 'are required'
    const message = `TasaOCuotaDR and ImporteDR ${wanted} where TipoFactorDR is ${TipoFactorDR}.`
    input.problems.add(field, message, isExempt ? 'CRP20258' : 'CRP20259')
  } else if (TasaOCuotaDR !== undefined && ImporteDR !== undefined) {
    ratedTaxRules(input, { ...tax, TasaOCuotaDR, ImporteDR }, { field, ...PASSED })
  }
}

const WITHHELD = { direction: 'retencion', rate: 'CRP20253', amount: 'CRP20254' } as const
const PASSED = { direction: 'traslado', rate: 'CRP20260', amount: 'CRP20261' } as const

interface RatedTaxRule {
  readonly field: string
  readonly direction: Direction
  /** Codes. */
  readonly rate: string
  readonly amount: string
}

function ratedTaxRules(
  { catalogs, problems }: RuleInput,
  { BaseDR, ImporteDR, ImpuestoDR, TasaOCuotaDR, TipoFactorDR }: Withheld,
  { amount, direction, field, rate }: RatedTaxRule,
): void {
  const tax = { Impuesto: ImpuestoDR, TipoFactor: TipoFactorDR, TasaOCuota: TasaOCuotaDR }
  const margin = marginOfTax(BaseDR, TasaOCuotaDR, TAX_DECIMALS)
  const sum = `ImporteDR must be BaseDR times TasaOCuotaDR: ${marginText(margin)}.`
  problems.addAll([
    [!isKnownRate(catalogs, tax, direction), `${field}.TasaOCuotaDR`, UNKNOWN_RATE, rate],
    [!isWithin(ImporteDR, margin), `${field}.ImporteDR`, sum, amount],
  ])
}

const UNKNOWN_RATE = 'TasaOCuotaDR must be one of c_TasaOCuota for that tax.'

// Of a quotient: finer than any amount that it is compared with.
const WORKING_DECIMALS = 12

/** What goes to the documents is not more than what was paid, but for what rounding an equivalence may come to. */
function sumRules({ problems }: RuleInput, pago: Pago, path: string): void {
  const least = sumOfDecimals(pago.DoctoRelacionado.map(leastInPayment))
  if (compare(least, decimal(pago.Monto)) > 0) {
    const message = `Monto must not be less than what goes to the documents, ${decimalText(least)}.`
    problems.add(`${path}.Monto`, message, 'CRP20217')
  }
}

function leastInPayment({ EquivalenciaDR = '1', ImpPagado }: DoctoRelacionado): Decimal {
  if (EquivalenciaDR === '1') return decimal(ImpPagado)
  const rate = decimal(EquivalenciaDR)
  const margin = plus(most(rate), { units: 1n, scale: WORKING_DECIMALS })
  return dividedBy(leastPaid(ImpPagado), margin, WORKING_DECIMALS)
}

function leastPaid(amount: string): Decimal {
  return least(decimal(amount))
}
