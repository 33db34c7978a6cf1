import { dividedBy, isZero, minus, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { least, money, notBelowZero, shown } from './amounts.ts'
import { step, type Explained } from './explanation.ts'

/** A perception or a deduction that comes with every period: `ConceptoFijoEmpleado`. */
export interface FixedConcept {
  /** `importe`, `porcentaje` (of the wage of the period, `0.05`), `dias` and `horas` of the daily wage. */
  readonly mode: 'amount' | 'percent' | 'days' | 'hours'
  readonly value: Decimal
  /** All that it may come to, and what it has come to; null: without an end. */
  readonly limit: { readonly total: Decimal; readonly before: Decimal } | null
}

/** What a fixed concept comes to in a period. */
export function fixedAmount(
  { mode, value, limit }: FixedConcept,
  wage: { readonly daily: Decimal; readonly dayHours: Decimal; readonly period: Decimal },
): Explained {
  const whole = amountOf(mode, value, wage)
  if (limit === null) return whole
  const left = notBelowZero(minus(limit.total, limit.before))
  const amount = least(whole.amount, left)
  if (isZero(minus(amount, whole.amount))) return whole
  const told = `min(${shown(whole.amount)}, ${shown(limit.total)} − ${shown(limit.before)})`
  return { amount, steps: [...whole.steps, step('given', told, amount)] }
}

function amountOf(
  mode: FixedConcept['mode'],
  value: Decimal,
  wage: { readonly daily: Decimal; readonly dayHours: Decimal; readonly period: Decimal },
): Explained {
  switch (mode) {
    case 'amount':
      return explain(money(value), shown(value))
    case 'percent':
      return explain(money(times(wage.period, value)), `${shown(wage.period)} × ${shown(value)}`)
    case 'days':
      return explain(money(times(wage.daily, value)), `${shown(wage.daily)} × ${shown(value)}`)
    case 'hours':
      return explain(
        dividedBy(times(wage.daily, value), wage.dayHours, 2),
        `${shown(wage.daily)} ÷ ${shown(wage.dayHours)} × ${shown(value)}`,
      )
  }
}

function explain(amount: Decimal, told: string): Explained {
  return { amount, steps: [step('given', told, amount)] }
}
