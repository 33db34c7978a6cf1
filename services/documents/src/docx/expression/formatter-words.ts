import { amountInWords, numberInWords } from '@oficina/words/amount-in-words.ts'
import { languageOf, type Language } from '@oficina/words/language.ts'

import { say } from '../messages/say.ts'
import { numeric } from './formatter-numbers.ts'
import { UnusableArgument } from './unusable-argument.ts'

const CURRENCY = /^[A-Z]{3}$/
const WHOLE = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })
const CENTS = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/**
 * A number, or with a currency an amount, written out. Arguments are a currency and a locale, in either order; what
 * cannot be written out stays as it is.
 * @throws RangeError for a locale in whose language nothing is written out
 */
export function inWords(input: unknown, args: readonly unknown[], locale: string): unknown {
  const texts = args.filter((arg) => typeof arg === 'string')
  const currency = texts.find((text) => CURRENCY.test(text))
  const language = writtenLanguage(texts.find((text) => text !== currency) ?? locale)
  const value = numeric(input)
  if (value === undefined) return input
  const words =
    currency === undefined
      ? numberInWords(WHOLE.format(value), language)
      : amountInWords(CENTS.format(value), currency, language)
  return words ?? input
}

/** @throws RangeError for another language */
export function writtenLanguage(locale: string): Language {
  const language = languageOf(locale)
  if (language === undefined)
    throw new UnusableArgument(
      say('nothing is written out in "%{locale}", only in es and en', { locale }),
    )
  return language
}
