import { minus, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { money, notBelowZero, shown } from './amounts.ts'
import { step, type Explained } from './explanation.ts'
import type { LawTables } from './law-tables.ts'

/**
 * A state's tax on a month's payroll: its rate of what was paid there over its exempt base.
 * @throws Error when the tables have no tax of the state
 */
export function statePayrollTax(paid: Decimal, state: string, law: LawTables): Explained {
  const tax = law.stateTaxes.get(state)
  if (tax === undefined) throw new Error(`the law's tables have no payroll tax of ${state}`)
  const base = notBelowZero(minus(paid, tax.exemptBase))
  const amount = money(times(base, tax.rate))
  return {
    amount,
    steps: [
      step('stateBase', `${shown(paid)} − ${shown(tax.exemptBase)}`, base, tax.law),
      step('stateTax', `${shown(base)} × ${shown(tax.rate)}`, amount, tax.law),
    ],
  }
}
