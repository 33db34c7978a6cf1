import { language } from './language.ts'

/** Texts of one area in one language, by a key that says what they are for. */
export type Words = Readonly<Record<string, string>>

type Values = Readonly<Record<string, string | number>>

/**
 * The texts of an area in the language that is set now. `{name}` in a text is replaced by the value of that name,
 * numbers as the language writes them; a text with `|` has a singular before and a plural after it, chosen by `count`.
 */
export function wordsOf<T extends Words>(
  spanish: T,
  english: Readonly<Record<keyof T, string>>,
): (key: keyof T & string, values?: Values) => string {
  return (key, values) => {
    const text: string = (language.value === 'en' ? english : spanish)[key]
    return values === undefined ? text : filled(text, values)
  }
}

function filled(text: string, values: Values): string {
  const [one = '', many] = text.split('|')
  const chosen = many === undefined || values['count'] === 1 ? one : many
  return chosen.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    if (value === undefined) return placeholder
    return typeof value === 'number' ? value.toLocaleString(language.value) : value
  })
}
