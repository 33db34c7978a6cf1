import {
  compare,
  minus,
  plus,
  sumOfDecimals,
  ZERO,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { least, notBelowZero, shown, whole } from './amounts.ts'
import { daysFromTo, earlierOf, laterOf } from './calendar.ts'
import { step, type Step } from './explanation.ts'
import type { ReceiptFacts } from './receipt-facts.ts'

/** The days of a period, for one person. */
export interface PaidDays {
  /** Calendar days of the period in which he was employed. */
  readonly employed: Decimal
  readonly absent: Decimal
  readonly incapacity: Decimal
  /** Paid as wage, holidays among them. */
  readonly paid: Decimal
  /** Of `paid`, on holiday. */
  readonly holiday: Decimal
  readonly steps: readonly Step[]
}

/**
 * Who was employed for the whole period has the days that the group pays for it, whatever the calendar has; who came or
 * went has its calendar days, and never more than the group pays. Absences and incapacities are taken off; who did not
 * work on any of his days has none.
 */
export function paidDays({
  period,
  person,
  absences,
  incapacities,
  vacations,
}: ReceiptFacts): PaidDays {
  const first = laterOf(period.start, person.hired)
  const last = earlierOf(period.end, person.left ?? period.end)
  const employed = whole(daysFromTo(first, last))
  const isWhole = first === period.start && last === period.end
  const due = isWhole ? period.paidDays : least(employed, period.paidDays)
  const incapacity = sumOfDecimals(incapacities.map(({ days }) => days))
  const unpaid = plus(absences, incapacity)
  const paid = compare(unpaid, employed) >= 0 ? ZERO : notBelowZero(minus(due, unpaid))
  const expression = `${shown(due)} − ${shown(absences)} − ${shown(incapacity)}`
  return {
    employed,
    absent: absences,
    incapacity,
    paid,
    holiday: least(vacations.days, paid),
    steps: [step('paidDays', expression, paid, 'LFT 82')],
  }
}
