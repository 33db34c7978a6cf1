/** Which lexer reads which language, and what the languages are called. */

import names from '../../../data/code-languages.json' with { type: 'json' }

import type { Lexer } from './lexer.ts'
import { python, python2 } from './python.ts'
import { tex } from './tex.ts'

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(names))

const LEXERS: ReadonlyMap<string, Lexer> = new Map([
  ['Python', python],
  ['Python 2.x', python2],
  ['TeX', tex],
])

/** The name that an alias such as `js` stands for, or nothing for a language nobody knows. */
export function languageName(alias: string): string | undefined {
  return NAMES.get(alias.toLowerCase())
}

/** The lexer for an alias; without one the code is shown plain. */
export function lexerFor(alias: string): Lexer | undefined {
  const name = languageName(alias)
  return name === undefined ? undefined : LEXERS.get(name)
}
