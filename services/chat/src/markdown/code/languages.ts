/** The names of the languages of code blocks. */

import names from '../../../data/code-languages.json' with { type: 'json' }

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** The language of an alias such as `js`, or nothing for an unknown one. */
export function languageName(alias: string): string | undefined {
  return NAMES.get(alias.toLowerCase())
}
