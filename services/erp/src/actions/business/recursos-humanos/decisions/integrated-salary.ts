import { amountText, cents, timesRate } from '../../cents.ts'
import type { LawRow } from '../store/law-store.ts'

const MICRO = 1_000_000n
const YEAR_DAYS = 365n
/** The least aguinaldo, in days. @source Ley Federal del Trabajo, artículo 87 */
const LEGAL_AGUINALDO = '15'
/** How many UMA a contribution's base has at most. @source Ley del Seguro Social, artículo 28 */
const CAP_UMA = 25n

/** What a daily salary becomes as the base of contributions. Amounts with two decimals, the factor with six. */
export interface IntegratedSalary {
  readonly factor: string
  readonly parteFija: string
  readonly parteVariable: string
  readonly salarioBase: string
  readonly tope: string
}

/** What is needed of the law, all of it known. */
export type KnownLaw = LawRow & {
  readonly uma: string
  readonly dias_vacaciones: string
  readonly prima_vacacional: string
}

/**
 * The daily salary with the benefits of a year of service: aguinaldo and vacation premium, of the law or of the company's
 * table, whichever is more, by the day; then what varies, and 25 UMA at most.
 * @source Ley del Seguro Social, artículos 27, 28 and 30
 */
export function integratedSalary(
  law: KnownLaw,
  daily: string,
  variable: string | null,
): IntegratedSalary {
  const factor = factorText(law)
  const fixed = timesRate(cents(daily), factor)
  const varying = variable === null ? 0n : cents(variable)
  const cap = cents(law.uma) * CAP_UMA
  const whole = fixed + varying
  return {
    factor,
    parteFija: amountText(fixed),
    parteVariable: amountText(varying),
    salarioBase: amountText(whole > cap ? cap : whole),
    tope: amountText(cap),
  }
}

/** (365 + aguinaldo + vacation days × premium) / 365, rounded to six decimals. */
function factorText(law: KnownLaw): string {
  const aguinaldo = larger(LEGAL_AGUINALDO, law.tabla_aguinaldo)
  const vacations = larger(law.dias_vacaciones, law.tabla_vacaciones)
  const premium = larger(law.prima_vacacional, law.tabla_prima)
  const days = (YEAR_DAYS * MICRO + aguinaldo) * MICRO + vacations * premium
  const divisor = YEAR_DAYS * MICRO
  const factor = (days + divisor / 2n) / divisor
  return `${factor / MICRO}.${String(factor % MICRO).padStart(6, '0')}`
}

function larger(legal: string, granted: string | null): bigint {
  const [least, own] = [micro(legal), granted === null ? 0n : micro(granted)]
  return own > least ? own : least
}

/** A number of up to six decimals, in millionths. */
function micro(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * MICRO + BigInt(fraction.slice(0, 6).padEnd(6, '0'))
}
