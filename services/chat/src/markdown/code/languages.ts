/** What the languages of code blocks are called. */

import names from '../../../data/code-languages.json' with { type: 'json' }

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** The name that an alias such as `js` stands for, or nothing for a language nobody knows. */
export function languageName(alias: string): string | undefined {
  return NAMES.get(alias.toLowerCase())
}
