import { isZero, minus, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { least, money, notBelowZero, shown } from './amounts.ts'
import { savingsPart } from './debt-lines.ts'
import { step } from './explanation.ts'
import { SAVINGS_SHARE, SAVINGS_UMA } from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'
import type { PaidDays } from './paid-days.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import { deduction, perception, type ReceiptLine } from './receipt-line.ts'

const LAW = 'LISR 27 XI, 93 XI'

/**
 * What the company puts into the savings fund, which is a perception, and the same as a deduction, because it goes into
 * the fund and not to the person. It is exempt up to 13 % of the wage and 1.3 UMA, and integrates over what the person puts in.
 * @source LISR 27 XI and 93 XI; LSS 27 II; agreement 494/93 of the council of IMSS
 */
export function companySavings(
  facts: ReceiptFacts,
  around: { readonly wage: Decimal; readonly law: LawTables; readonly days: PaidDays },
): readonly ReceiptLine[] {
  if (facts.savings === null) return []
  const { wage, law, days } = around
  const { amount, steps } = savingsPart(facts, around, facts.savings.companyRate)
  const own = savingsPart(facts, around, facts.savings.employeeRate)
  if (isZero(amount)) return []
  const ofWage = money(times(wage, SAVINGS_SHARE))
  const units = money(times(times(law.uma.daily, SAVINGS_UMA), days.paid))
  const exempt = least(amount, ofWage, units)
  const told = `min(${shown(amount)}, ${shown(ofWage)}, ${shown(units)})`
  const deposit = step('savingsDeposit', shown(amount), amount, LAW)
  const line = perception({
    concept: 'companySavings',
    satKey: '005',
    quantity: days.paid,
    amount,
    exempt,
    integrates: notBelowZero(minus(amount, own.amount)),
    steps: [step('exempt', told, exempt, LAW), ...steps],
  })
  return [
    line,
    deduction({ concept: 'savingsDeposit', key: null, satKey: '004', amount, steps: [deposit] }),
  ]
}
