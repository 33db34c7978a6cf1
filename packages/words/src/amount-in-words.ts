import { englishCardinal } from './english-cardinal.ts'
import type { Language } from './language.ts'
import { spanishCardinal, takesOf } from './spanish-cardinal.ts'

type Names = Readonly<Record<Language, readonly [singular: string, plural: string]>>

// Other currencies are named by their keys.
const CURRENCIES: ReadonlyMap<string, Names> = new Map([
  ['MXN', { es: ['peso', 'pesos'], en: ['peso', 'pesos'] }],
  ['USD', { es: ['dólar', 'dólares'], en: ['dollar', 'dollars'] }],
  ['EUR', { es: ['euro', 'euros'], en: ['euro', 'euros'] }],
])

/**
 * An amount as Mexican documents write it out: `MIL DOSCIENTOS PESOS 50/100 M.N.`; in other currencies the key stands at
 * the end, as it does in English: `ONE THOUSAND TWO HUNDRED PESOS AND 50/100 MXN`. Undefined for an amount that is
 * negative, has more than two decimals that count, or is a trillion (10^18) and more.
 */
export function amountInWords(
  amount: string,
  currency: string,
  language: Language = 'es',
): string | undefined {
  const [, units, decimals = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(amount) ?? []
  if (units === undefined || /[1-9]/.test(decimals.slice(2))) return undefined
  const value = BigInt(units)
  const cents = decimals.slice(0, 2).padEnd(2, '0')
  const name = currencyName(currency, language, value)
  const words = language === 'es' ? spanishUnits(value, name) : englishUnits(value, name)
  const end = currency === 'MXN' && language === 'es' ? 'M.N.' : currency
  return words === undefined ? undefined : `${words} ${cents}/100 ${end}`.toUpperCase()
}

function currencyName(currency: string, language: Language, count: bigint): string {
  const [singular, plural] = CURRENCIES.get(currency)?.[language] ?? [currency, currency]
  return count === 1n ? singular : plural
}

function spanishUnits(value: bigint, name: string): string | undefined {
  const count = spanishCardinal(value, 'before a noun')
  return count === undefined ? undefined : `${count}${takesOf(value) ? ' de' : ''} ${name}`
}

function englishUnits(value: bigint, name: string): string | undefined {
  const count = englishCardinal(value)
  return count === undefined ? undefined : `${count} ${name} and`
}

/** A whole number: `veintiuno`, `twenty-one`. Undefined for any other text, and from 10^18 on. */
export function numberInWords(number: string, language: Language): string | undefined {
  const [, sign, digits] = /^(-?)(\d{1,40})$/.exec(number) ?? []
  if (digits === undefined) return undefined
  const value = BigInt(digits)
  const words = language === 'es' ? spanishCardinal(value, 'alone') : englishCardinal(value)
  if (words === undefined || sign === '' || value === 0n) return words
  return `${language === 'es' ? 'menos' : 'minus'} ${words}`
}
