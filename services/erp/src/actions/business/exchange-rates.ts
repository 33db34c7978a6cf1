import type { ErrorEntry } from '../../errors.ts'
import type { AskedRate, DayRate } from '../../store/day-rate-store.ts'
import { isWithin } from './cents.ts'

/** What currencies stood at on the days that were asked for. */
export class DayRates {
  readonly #rates: ReadonlyMap<string, DayRate>

  constructor(rates: readonly DayRate[]) {
    this.#rates = new Map(rates.map((rate) => [keyOf(rate.asked), rate]))
  }

  of(asked: AskedRate): DayRate | undefined {
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
  readonly rate: DayRate | undefined
  /** Administrators may use any rate. */
  readonly mayUseAnyRate: boolean
}

/**
 * Why a document cannot have its exchange rate, or null: 1 in the company's currency alone, in another one near the
 * day's rate.
 * @source docs/decisions/0211-erp-purchases.md
 */
export function rateProblem(written: WrittenRate, rules: RateRules): ErrorEntry | null {
  const { field, moneda, moneda_clave: name, tipo_cambio: rate, fecha } = written
  const problem = (message: string): ErrorEntry => ({ code: 'VALIDATION', field, message })
  const isOne = /^1(?:\.0*)?$/.test(rate)
  const isOwn = moneda === rules.currency
  if (isOwn && !isOne) return problem(`${field} must be 1: ${name} is the currency of the company.`)
  if (!isOwn && isOne)
    return problem(`${field} is 1, but ${name} is not the currency of the company.`)
  if (isOwn || rules.mayUseAnyRate) return null
  if (rules.rate === undefined) {
    return problem(
      `${field} cannot be checked: there is no TipoCambio of ${name} for ${fecha}; add it, or have an administrator do it.`,
    )
  }
  const { tipo_cambio: expected, variacion, fecha: day } = rules.rate
  return isWithin(rate, expected, variacion)
    ? null
    : problem(
        `${field} is ${rate}, but ${name} stood at ${expected} on ${day}, from which it may differ by a part of ${variacion}.`,
      )
}
