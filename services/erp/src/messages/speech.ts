import type { Language } from '@oficina/words/language.ts'

/**
 * How messages name what they speak of. English names models and fields as they are on the wire, since programs and the
 * people who write them read it; Spanish names them by their labels and writes amounts as the company does.
 * @source docs/decisions/0280-erp-languages.md
 */
export interface Speech {
  readonly language: Language
  /** A model by its name. */
  model(name: string): string
  /** A field or a parameter; of a model where two models call one name differently. */
  field(name: string, model?: string): string
  /** A value of a closed list, such as a state, of a field of a model. */
  choice(value: string, of: { readonly model: string; readonly field: string }): string
  /** A decimal as text, such as `1234.50`. */
  amount(text: string): string
  /** Several things, as in `a, b and c`. */
  all(texts: readonly string[]): string
  /** One of several things, as in `a, b or c`. */
  any(texts: readonly string[]): string
}

/** What the service says where nothing else is known: names as they are on the wire. */
export const ENGLISH: Speech = {
  language: 'en',
  model: (name) => name,
  field: (name) => name,
  choice: (value) => value,
  amount: (text) => text,
  all: joined('en', 'conjunction'),
  any: joined('en', 'disjunction'),
}

/** Joins texts as a language does. */
export function joined(
  language: string,
  type: 'conjunction' | 'disjunction',
): (texts: readonly string[]) => string {
  const format = new Intl.ListFormat(language, { type })
  return (texts) => format.format(texts)
}
