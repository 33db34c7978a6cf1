import type { ErrorEntry } from '../../errors.ts'
import { compare, decimal, times, type Decimal } from '../../fiscal/decimal.ts'
import type { Message } from '../../messages/message.ts'
import {
  RATE_FAR_OFF,
  RATE_NOT_CHECKED,
  RATE_OF_OTHER,
  RATE_OF_OWN,
  RATE_TOO_DIFFERENT,
} from '../../messages/rates.ts'
import type { AskedRate, DayRate } from '../../store/day-rate-store.ts'
import { isWithin } from './cents.ts'

/** What currencies stood at on the days that were asked for. */
export class DayRates {
  readonly #rates: ReadonlyMap<string, DayRate>

  constructor(rates: readonly DayRate[]) {
    this.#rates = new Map(rates.map((rate) => [keyOf(rate.asked), rate]))
  }

  /** Of the day, or of those shortly before it. */
  of(asked: AskedRate): DayRate | undefined {
    const known = this.lastOf(asked)
    return known?.isCurrent === true ? known : undefined
  }

  /** The last one that is known, which may be a year old: it tells what cannot be meant. */
  lastOf(asked: AskedRate): DayRate | undefined {
    return this.#rates.get(keyOf(asked))
  }
}

function keyOf({ moneda, fecha }: AskedRate): string {
  return `${moneda} ${fecha}`
}

/** A rate that somebody wrote into a document. */
export interface WrittenRate {
  readonly field: string
  readonly moneda: string
  readonly moneda_clave: string
  readonly tipo_cambio: string
  readonly fecha: string
}

export interface RateRules {
  /** The company's currency. */
  readonly currency: string
  readonly rates: DayRates
  /** Administrators may use any rate that can be meant. */
  readonly mayUseAnyRate: boolean
}

/**
 * Why a document cannot have its exchange rate, or null: 1 in the company's currency alone, in another one near the
 * day's rate; an administrator's only not far from the last one that is known.
 * @source docs/decisions/0211-erp-purchases.md
 */
export function rateProblem(written: WrittenRate, rules: RateRules): ErrorEntry | null {
  const { field, moneda, moneda_clave: currency, tipo_cambio: rate, fecha } = written
  const problem = (message: Message): ErrorEntry => ({ code: 'VALIDATION', field, message })
  const isOne = /^1(?:\.0*)?$/.test(rate)
  const isOwn = moneda === rules.currency
  if (isOwn && !isOne) return problem(RATE_OF_OWN({ field, currency }))
  if (!isOwn && isOne) return problem(RATE_OF_OTHER({ field, currency }))
  if (isOwn) return null
  if (rules.mayUseAnyRate) return farProblem(written, rules.rates.lastOf(written))
  const known = rules.rates.of(written)
  if (known === undefined) return problem(RATE_NOT_CHECKED({ field, currency, day: fecha }))
  const { tipo_cambio: expected, variacion: variation, fecha: day } = known
  if (isWithin(rate, expected, variation)) return null
  return problem(RATE_TOO_DIFFERENT({ field, currency, rate, known: expected, day, variation }))
}

/** A digit too many or too few gets a document past every limit, whoever slips. */
function farProblem(
  { field, tipo_cambio: rate, moneda_clave: currency }: WrittenRate,
  known: DayRate | undefined,
): ErrorEntry | null {
  if (known === undefined || !isFar(decimal(rate), decimal(known.tipo_cambio))) return null
  const { tipo_cambio: last, fecha: day } = known
  const message = RATE_FAR_OFF({ field, currency, rate, known: last, day })
  return { code: 'VALIDATION', field, message }
}

const TWO = decimal('2')

/** More than twice or less than half of what is known: no rate that a currency comes to from one day to another. */
export function isFar(worth: Decimal, known: Decimal): boolean {
  return compare(worth, times(known, TWO)) > 0 || compare(times(worth, TWO), known) < 0
}
