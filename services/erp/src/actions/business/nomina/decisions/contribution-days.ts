import { minus, type Decimal } from '../../../../fiscal/decimal.ts'
import { least, notBelowZero, whole } from './amounts.ts'

/** From so many absences a month on they are paid for as worked days. LSS 31 I and II. */
const MOST_ABSENCES = whole(7)

/** For how many days each kind of insurance is paid. */
export interface ContributionDays {
  /** Sickness and maternity: absences do not lessen it. */
  readonly sickness: Decimal
  /** Disability and life, old age, nurseries, risks of work. */
  readonly others: Decimal
  /** Retirement and Infonavit: incapacities do not lessen it. */
  readonly retirement: Decimal
}

/** Calendar days of employment less absences, of which seven a month count, and incapacities. LSS 31; LINFONAVIT 29. */
export function contributionDays(
  employed: Decimal,
  absences: Decimal,
  incapacity: Decimal,
): ContributionDays {
  const absent = least(absences, MOST_ABSENCES)
  return {
    sickness: notBelowZero(minus(employed, incapacity)),
    others: notBelowZero(minus(minus(employed, incapacity), absent)),
    retirement: notBelowZero(minus(employed, absent)),
  }
}
