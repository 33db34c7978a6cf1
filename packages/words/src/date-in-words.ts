import { englishCardinal, englishOrdinal } from './english-cardinal.ts'
import type { Language } from './language.ts'
import { spanishCardinal } from './spanish-cardinal.ts'

export type CalendarDay = {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
}

const MONTHS = {
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  en: 'January February March April May June July August September October November December',
} as const

/**
 * A date as deeds write it: `veintidós de noviembre de dos mil veintiséis`, the first of a month as `primero`;
 * `November twenty-second, two thousand twenty-six`. Undefined for a year before 0.
 */
export function dateInWords(
  { year, month, day }: CalendarDay,
  language: Language,
): string | undefined {
  if (year < 0) return undefined
  const name = MONTHS[language].split(' ')[month - 1] ?? ''
  if (language === 'en')
    return `${name} ${englishOrdinal(day)}, ${englishCardinal(BigInt(year)) ?? ''}`
  const dayWords = day === 1 ? 'primero' : spanishCardinal(BigInt(day), 'alone')
  return `${dayWords ?? ''} de ${name} de ${spanishCardinal(BigInt(year), 'alone') ?? ''}`
}
