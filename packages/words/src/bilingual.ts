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

/** Something to be told: a text as it stands in a table, or one that was filled in. */
export type Told<T extends string> = PlainOf<T> | Bilingual

/** What tells people the texts of a table. */
interface Speaker<T extends string> {
  /** A text of the table, filled in. */
  readonly say: <K extends T>(text: K, ...filling: FillingOf<K>) => Bilingual
  /** What is told, in both languages. */
  readonly inBoth: (told: Told<T>) => Bilingual
  /** What is told, in one. */
  readonly tell: (told: Told<T>, language: Language) => string
}

/**
 * Says the texts of a table in both languages. The table holds the Spanish of each under its English, which stays where
 * it is told, so that it is read there and cannot change unseen; a text that has no Spanish fails the types.
 */
export function speaker<T extends string>(spanish: Readonly<Record<T, string>>): Speaker<T> {
  // A text that asks for no value is one of the table's, which the types of a table unknown here do not see.
  const spanishOf: Readonly<Record<string, string>> = spanish
  const both = (text: string, values?: Values): Bilingual => ({
    en: filled(text, 'en', values),
    es: filled(spanishOf[text] ?? text, 'es', values),
  })
  const inBoth = (told: Told<T>) => (typeof told === 'string' ? both(told) : told)
  return {
    say: (text, ...[values]) => both(text, values),
    inBoth,
    tell: (told, language) => inBoth(told)[language],
  }
}

/** What somebody else said, who is quoted word for word. */
export function quoted(text: string): Bilingual {
  return { en: text, es: text }
}

type Values = Readonly<Record<string, Filling>>

function filled(text: string, language: Language, values: Values = {}): string {
  return text.replace(NAME, (whole, name: string) => {
    const value = values[name]
    return typeof value === 'object' ? value[language] : String(value ?? whole)
  })
}
