import {
  MOST_DECIMALS,
  MUST_BE,
  MUST_BE_ABSENT,
  MUST_BE_THERE,
} from '../../../messages/cfdi-attributes.ts'
import {
  BALANCE_LEFT,
  EQUIVALENCE_REQUIRED,
  PAID_ABOVE_BALANCE,
  PAID_TO_DOCUMENTS,
} from '../../../messages/cfdi-payments.ts'
import {
  HOLDS_A_TAX,
  KNOWN_RATE_OF_DOCUMENT,
  NOT_PASSED_ON,
  PASSED_ON,
  WITHHELD_NOT_EXEMPT,
} from '../../../messages/cfdi-taxes.ts'
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
    problems.add(`${field}.${name}`, MOST_DECIMALS({ name, decimals }), code)
  }
  if (isZero(decimal(ImpSaldoAnt)))
    problems.add(`${field}.ImpSaldoAnt`, MUST_BE.aboveZero({ name: 'ImpSaldoAnt' }), 'CRP20239')
  if (isZero(decimal(ImpPagado)))
    problems.add(`${field}.ImpPagado`, MUST_BE.aboveZero({ name: 'ImpPagado' }), 'CRP20241')
  const left = minus(decimal(ImpSaldoAnt), decimal(ImpPagado))
  if (left.units < 0n) {
    const message = PAID_ABOVE_BALANCE({ balance: ImpSaldoAnt })
    problems.add(`${field}.ImpPagado`, message, 'CRP20244')
  } else if (compare(decimal(ImpSaldoInsoluto), left) !== 0) {
    const message = BALANCE_LEFT({ left: decimalText(left) })
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
    const message = MUST_BE.keyBut({ name: 'MonedaDR', catalog: 'c_Moneda', but: 'XXX' })
    problems.add(`${field}.MonedaDR`, message, 'CRP20236')
  }
  if (MonedaDR !== pago.MonedaP && EquivalenciaDR === undefined) {
    problems.add(`${field}.EquivalenciaDR`, EQUIVALENCE_REQUIRED(), 'CRP20237')
  }
  if (MonedaDR === pago.MonedaP && EquivalenciaDR !== undefined && EquivalenciaDR !== '1') {
    const where = { other: 'MonedaDR', is: 'MonedaP' }
    const message = MUST_BE.where({ name: 'EquivalenciaDR', value: '1', ...where })
    problems.add(`${field}.EquivalenciaDR`, message, 'CRP20238')
  }
}

const WITHOUT_TAXES = new Set(['01', '03', '04', '05'])
type TaxesByObject = Readonly<Record<string, readonly string[]>>
const UNWANTED: TaxesByObject = { '06': ['002', '003'], '07': ['002'], '08': ['002', '003'] }
const WANTED: TaxesByObject = { '07': ['003'] }

const BY_OBJECT = { name: 'ImpuestosDR', other: 'ObjetoImpDR' } as const

function objectRules({ problems }: RuleInput, document: DoctoRelacionado, path: string): void {
  const { ImpuestosDR, ObjetoImpDR: object } = document
  const field = `${path}.ImpuestosDR`
  const isBare = WITHOUT_TAXES.has(object)
  problems.addAll([
    [
      object === '02' && ImpuestosDR === undefined,
      field,
      MUST_BE_THERE.where({ ...BY_OBJECT, is: object }),
      'CRP20246',
    ],
    [
      isBare && ImpuestosDR !== undefined,
      field,
      MUST_BE_ABSENT.where({ ...BY_OBJECT, is: object }),
      'CRP20247',
    ],
    [isEmpty(ImpuestosDR), field, HOLDS_A_TAX({ name: 'ImpuestosDR' }), 'CRP20248'],
  ])
  const passedOn = new Set((ImpuestosDR?.TrasladosDR ?? []).map(({ ImpuestoDR }) => ImpuestoDR))
  const code = object === '07' ? 'CRP20279' : 'CRP20278'
  const unwanted = (UNWANTED[object] ?? []).filter((tax) => passedOn.has(tax))
  const wanted = (WANTED[object] ?? []).filter((tax) => !passedOn.has(tax))
  for (const tax of unwanted)
    problems.add(field, NOT_PASSED_ON({ tax, other: 'ObjetoImpDR', is: object }), code)
  for (const tax of wanted)
    problems.add(field, PASSED_ON({ tax, other: 'ObjetoImpDR', is: object }), code)
}

function isEmpty(taxes: DoctoRelacionado['ImpuestosDR']): boolean {
  return taxes !== undefined && taxes.TrasladosDR === undefined && taxes.RetencionesDR === undefined
}

const TAX_DECIMALS = 6

function taxRules(input: RuleInput, { ImpuestosDR }: DoctoRelacionado, path: string): void {
  const withheld = ImpuestosDR?.RetencionesDR ?? []
  for (const [index, tax] of withheld.entries()) {
    const field = `${path}.ImpuestosDR.RetencionesDR[${index}]`
    if (tax.TipoFactorDR === 'Exento') input.problems.add(field, WITHHELD_NOT_EXEMPT(), 'CRP20252')
    else ratedTaxRules(input, tax, { field, ...WITHHELD })
  }
  const passedOn = ImpuestosDR?.TrasladosDR ?? []
  for (const [index, tax] of passedOn.entries())
    passedOnRules(input, tax, `${path}.ImpuestosDR.TrasladosDR[${index}]`)
}

type PassedOn = NonNullable<NonNullable<DoctoRelacionado['ImpuestosDR']>['TrasladosDR']>[number]
type Withheld = NonNullable<NonNullable<DoctoRelacionado['ImpuestosDR']>['RetencionesDR']>[number]

const RATED = { name: 'TasaOCuotaDR', second: 'ImporteDR', other: 'TipoFactorDR' } as const

function passedOnRules(input: RuleInput, tax: PassedOn, field: string): void {
  const { ImporteDR, TasaOCuotaDR, TipoFactorDR } = tax
  const isExempt = TipoFactorDR === 'Exento'
  if (isExempt !== (TasaOCuotaDR === undefined) || isExempt !== (ImporteDR === undefined)) {
    const both = { ...RATED, is: TipoFactorDR }
    const message = isExempt ? MUST_BE_ABSENT.bothWhere(both) : MUST_BE_THERE.bothWhere(both)
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

const TAX = ['BaseDR', 'TasaOCuotaDR'] as const

function ratedTaxRules(
  { catalogs, problems }: RuleInput,
  { BaseDR, ImporteDR, ImpuestoDR, TasaOCuotaDR, TipoFactorDR }: Withheld,
  { amount, direction, field, rate }: RatedTaxRule,
): void {
  const tax = { Impuesto: ImpuestoDR, TipoFactor: TipoFactorDR, TasaOCuota: TasaOCuotaDR }
  const margin = marginOfTax(BaseDR, TasaOCuotaDR, TAX_DECIMALS)
  const sum = MUST_BE.product({ name: 'ImporteDR', by: TAX, ...marginText(margin) })
  problems.addAll([
    [
      !isKnownRate(catalogs, tax, direction),
      `${field}.TasaOCuotaDR`,
      KNOWN_RATE_OF_DOCUMENT(),
      rate,
    ],
    [!isWithin(ImporteDR, margin), `${field}.ImporteDR`, sum, amount],
  ])
}

// Of a quotient: finer than any amount that it is compared with.
const WORKING_DECIMALS = 12

/** What goes to the documents is not more than what was paid, but for what rounding an equivalence may come to. */
function sumRules({ problems }: RuleInput, pago: Pago, path: string): void {
  const least = sumOfDecimals(pago.DoctoRelacionado.map(leastInPayment))
  if (compare(least, decimal(pago.Monto)) > 0) {
    const message = PAID_TO_DOCUMENTS({ least: decimalText(least) })
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
