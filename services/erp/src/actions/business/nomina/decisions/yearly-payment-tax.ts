import { dividedBy, minus, plus, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { money, notBelowZero, shown } from './amounts.ts'
import { step, type Explained } from './explanation.ts'
import { tariffTax } from './income-tax.ts'
import { MONTH_DAYS, YEAR_DAYS } from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'

const LAW = 'RLISR 174'
/** The rate is told in per cent with four decimals. */
const RATE_SCALE = 6

/** Christmas bonus, PTU, Sunday and holiday premium, by key of `TipoPercepcion`. RLISR 174. */
const YEARLY: ReadonlySet<string> = new Set(['002', '003', '020', '021'])

export function isYearly(kind: string): boolean {
  return YEARLY.has(kind)
}

/**
 * ISR of what is paid once a year: its thirtieth of a year's part raises a regular month, and the rate at which that
 * part is taxed is the rate of all of it. The subsidy is left out on both sides, so that losing it is not taken for tax.
 * @source RLISR 174
 */
export function yearlyPaymentTax(taxed: Decimal, monthlyWage: Decimal, law: LawTables): Explained {
  const part = dividedBy(times(taxed, MONTH_DAYS), YEAR_DAYS, 2)
  const raised = plus(monthlyWage, part)
  const withPart = tariffTax(raised, law.tariffs.monthly)
  const without = tariffTax(monthlyWage, law.tariffs.monthly)
  const difference = notBelowZero(minus(withPart.amount, without.amount))
  const rate = part.units === 0n ? part : dividedBy(difference, part, RATE_SCALE)
  const amount = money(times(taxed, rate))
  return {
    amount,
    steps: [
      step('monthlyPart', `${shown(taxed)} ÷ 365 × 30.4`, part, `${LAW} I`),
      step('raisedMonth', `${shown(monthlyWage)} + ${shown(part)}`, raised, `${LAW} II`),
      ...withPart.steps,
      ...without.steps,
      step(
        'taxOfPart',
        `${shown(withPart.amount)} − ${shown(without.amount)}`,
        difference,
        `${LAW} III`,
      ),
      step('rate', `${shown(difference)} ÷ ${shown(part)}`, rate, `${LAW} V`),
      step('yearlyTax', `${shown(taxed)} × ${shown(rate)}`, amount, `${LAW} IV`),
    ],
  }
}
