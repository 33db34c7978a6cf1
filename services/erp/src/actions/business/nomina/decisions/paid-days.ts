import {
  compare,
  dividedBy,
  isZero,
  minus,
  plus,
  sumOfDecimals,
  times,
  ZERO,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { least, notBelowZero, shown, whole } from './amounts.ts'
import { daysFromTo, earlierOf, laterOf } from './calendar.ts'
import { step, type Explained, type Step } from './explanation.ts'
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
export function paidDays(facts: ReceiptFacts): PaidDays {
  return facts.period.kind === 'ordinary' ? ordinaryDays(facts) : NO_DAYS
}

const NO_DAYS: PaidDays = {
  employed: ZERO,
  absent: ZERO,
  incapacity: ZERO,
  paid: ZERO,
  holiday: ZERO,
  steps: [],
}

function ordinaryDays(facts: ReceiptFacts): PaidDays {
  const { period, person, absences, incapacities, vacations } = facts
  const first = laterOf(period.start, person.hired)
  const last = earlierOf(period.end, person.left ?? period.end)
  const employed = whole(daysFromTo(first, last))
  const isWhole = first === period.start && last === period.end
  const due = isWhole ? period.paidDays : least(employed, period.paidDays)
  const incapacity = sumOfDecimals(incapacities.map(({ days }) => days))
  const lost = lostDays(facts)
  const isAway = compare(plus(absences, incapacity), employed) >= 0
  const paid = isAway ? ZERO : notBelowZero(minus(due, plus(lost.amount, incapacity)))
  const expression = `${shown(due)} − ${shown(lost.amount)} − ${shown(incapacity)}`
  return {
    employed,
    absent: absences,
    incapacity,
    paid,
    holiday: least(vacations.days, paid),
    steps: [...lost.steps, step('paidDays', expression, paid, 'LFT 82')],
  }
}

/** `ReciboNomina.dias_pagados` has three decimals. */
const DAYS_SCALE = 3

/** The days absent, each with a sixth of the seventh day where the group pays that apart. LFT 69 and 72. */
function lostDays({ absences, group }: ReceiptFacts): Explained {
  if (!group.paysSeventhDay || isZero(absences)) return { amount: absences, steps: [] }
  const amount = dividedBy(times(absences, whole(7)), whole(6), DAYS_SCALE)
  const told = `${shown(absences)} × 7 ÷ 6`
  return { amount, steps: [step('lostDays', told, amount, 'LFT 69, 72')] }
}
