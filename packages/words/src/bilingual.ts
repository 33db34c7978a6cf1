import type { Language } from './language.ts'

/** Something told to people, in each language: put into one when it is known to whom it is told. */
export type Bilingual = Readonly<Record<Language, string>>

/** What a text is filled in with: the same in each language, unless it is another text in both. */
export type Filling = string | number | Bilingual

type Names<T extends string> = T extends `${string}%{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

/** What a text asks for: nothing, or a value for each of the names that stand in it as `%{name}`. */
export type FillingOf<T extends string> = [Names<T>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Names<T>, Filling>>]

/** The texts of a table that ask for no value. */
export type PlainOf<T extends string> = T extends `${string}%{${string}}${string}` ? never : T

const NAME = /%\{(\w+)\}/g

/**
 * Says the texts of a table in both languages. The table holds the Spanish of each under its English, which stays where
 * it is told, so that it is read there and cannot change unseen; a text that has no Spanish fails the types.
 */
export function speaker<T extends string>(
  spanish: Readonly<Record<T, string>>,
): <K extends T>(text: K, ...filling: FillingOf<K>) => Bilingual {
  return (text, ...[values]) => ({
    en: filled(text, 'en', values),
    es: filled(spanish[text], 'es', values),
  })
}

/** What somebody else said, who is quoted word for word. */
export function quoted(text: string): Bilingual {
  return { en: text, es: text }
}

function filled(
  text: string,
  language: Language,
  values: Readonly<Record<string, Filling>> = {},
): string {
  return text.replace(NAME, (whole, name: string) => {
    const value = values[name]
    return typeof value === 'object' ? value[language] : String(value ?? whole)
  })
}

/** The names that a text asks for, each once and in order. */
export function namesIn(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(NAME), ([, name = '']) => name))].toSorted()
}
