import {
  decimal,
  isZero,
  minus,
  sumOfDecimals,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { least, money, notBelowZero, shown } from './amounts.ts'
import { step } from './explanation.ts'
import type { Alimony, LoanPart, PaidPerson } from './receipt-facts.ts'
import { deduction, type ReceiptLine } from './receipt-line.ts'

const NOTHING = decimal('0.00')

/**
 * What a settlement takes for debts: alimony that is a share of what is paid, then debts with the employer, of all of
 * which no more than a month's wage can be claimed. Nothing is taken that is not paid.
 * @source LFT 110 I and V
 */
export function settlementDebts(
  facts: {
    readonly person: PaidPerson
    readonly alimonies: readonly Alimony[]
    readonly loans: readonly LoanPart[]
  },
  lines: readonly ReceiptLine[],
): readonly ReceiptLine[] {
  const gross = amountOf(lines, 'perception')
  const net = minus(plusRefunds(gross, lines), amountOf(lines, 'deduction'))
  const alimony = alimonyLines(facts.alimonies, { gross, net: notBelowZero(net) })
  const left = notBelowZero(minus(net, sumOfDecimals(alimony.map(({ amount }) => amount))))
  return [...alimony, ...loanLines(facts.loans, least(left, facts.person.monthlyWage))]
}

function plusRefunds(gross: Decimal, lines: readonly ReceiptLine[]): Decimal {
  return sumOfDecimals([gross, amountOf(lines, 'otherPayment')])
}

function amountOf(lines: readonly ReceiptLine[], type: ReceiptLine['type']): Decimal {
  const found = lines.filter((line) => line.type === type)
  return sumOfDecimals([NOTHING, ...found.map(({ amount }) => amount)])
}

function alimonyLines(
  alimonies: readonly Alimony[],
  bases: { readonly gross: Decimal; readonly net: Decimal },
): readonly ReceiptLine[] {
  let left = bases.net
  return alimonies
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .flatMap(({ order, mode, value }) => {
      if (mode !== 'gross' && mode !== 'net') return []
      const base = bases[mode]
      const amount = least(money(times(base, value)), left)
      left = minus(left, amount)
      if (isZero(amount)) return []
      const steps = [step('alimony', `${shown(base)} × ${shown(value)}`, amount, 'LFT 110 V')]
      return [deduction({ concept: 'alimony', key: order, satKey: '007', amount, steps })]
    })
}

function loanLines(loans: readonly LoanPart[], most: Decimal): readonly ReceiptLine[] {
  let left = most
  return loans
    .toSorted((a, b) => (a.folio < b.folio ? -1 : 1))
    .flatMap(({ folio, kind, amount: wanted }) => {
      const told = `min(${shown(wanted)}, ${shown(left)})`
      const amount = least(wanted, left)
      left = minus(left, amount)
      if (isZero(amount)) return []
      const steps = [step('loan', told, amount, 'LFT 110 I')]
      return [deduction({ concept: 'loan', key: folio, satKey: kind, amount, steps })]
    })
}
