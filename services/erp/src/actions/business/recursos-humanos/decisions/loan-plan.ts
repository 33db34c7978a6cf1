import { amountText, cents } from '../../cents.ts'
import { dayAfter } from './calendar.ts'

/** What a loan is paid back by. Amounts with two decimals. */
export interface LoanTerms {
  readonly saldo: string
  /** By year, a fraction; null: none. */
  readonly tasa: string | null
  /** Each payment, interest and capital. */
  readonly descuento: string
  readonly pagos: number
  /** The day of the first one, and how many days there are between two. */
  readonly primero: string
  readonly dias: number
}

/** A payment that is planned. */
export interface PlannedPayment {
  readonly fecha: string
  readonly capital: string
  readonly interes: string
  readonly saldo_posterior: string
}

const MICRO = 1_000_000n
// Of commerce, as loans are reckoned.
const YEAR_DAYS = 360n

/**
 * The payments of a loan, the last one what is left; interest of what is owed, by the days between two payments.
 * @returns null: so many payments do not pay it back
 */
export function planPayments(terms: LoanTerms): readonly PlannedPayment[] | null {
  const payment = cents(terms.descuento)
  const rate = micro(terms.tasa ?? '0')
  const planned: PlannedPayment[] = []
  let owed = cents(terms.saldo)
  for (let index = 0; index < terms.pagos && owed > 0n; index += 1) {
    const interest = interestOf(owed, rate, terms.dias)
    const capital = payment - interest < owed ? payment - interest : owed
    if (capital <= 0n) return null
    owed -= capital
    planned.push({
      fecha: dayAfter(terms.primero, index * terms.dias),
      capital: amountText(capital),
      interes: amountText(interest),
      saldo_posterior: amountText(owed),
    })
  }
  return owed > 0n ? null : planned
}

function interestOf(owed: bigint, rate: bigint, days: number): bigint {
  const divisor = MICRO * YEAR_DAYS
  return (owed * rate * BigInt(days) + divisor / 2n) / divisor
}

/** A rate of up to six decimals, in millionths. */
function micro(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * MICRO + BigInt(fraction.slice(0, 6).padEnd(6, '0'))
}
