/** Which lexer reads which language, and what the languages are called. */

import names from '../../../data/code-languages.json' with { type: 'json' }

import { c, cpp } from './c-family.ts'
import { css } from './css.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { javascript, json, typescript } from './javascript.ts'
import type { Lexer } from './lexer.ts'
import { html, xml } from './markup.ts'
import { python, python2 } from './python.ts'
import { sql, yaml } from './records.ts'
import { rust } from './rust.ts'
import { diff, shell } from './shell.ts'
import { tex } from './tex.ts'

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(names))

const LEXERS: ReadonlyMap<string, Lexer> = new Map([
  ['Bash', shell],
  ['C', c],
  ['C++', cpp],
  ['CSS', css],
  ['Diff', diff],
  ['Go', go],
  ['HTML', html],
  ['JSON', json],
  ['Java', java],
  ['JavaScript', javascript],
  ['PostgreSQL SQL dialect', sql],
  ['Python', python],
  ['Python 2.x', python2],
  ['Rust', rust],
  ['SQL', sql],
  ['TeX', tex],
  ['TypeScript', typescript],
  ['XML', xml],
  ['YAML', yaml],
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
