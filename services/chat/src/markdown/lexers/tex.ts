/** TeX and LaTeX sources: TeX's own categories of characters, and its two sorts of formulas. */

import { createLexer, LEAVE, lineComment, OUT, rule, type Rule } from './lexer.ts'
import { either, sequence, type Part } from '../pattern-parts.ts'

// A backslash and letters, or a backslash and any one character that is not a letter.
function controlSequence(letters: RegExp): RegExp {
  return sequence('\\', either(letters, /[^\s]/, /$/, /(?=\s)/))
}

// Grouping, alignment, superscript and subscript.
const SPECIAL = /[{}&^_]/

const COMMON: readonly Rule[] = [lineComment('%', 'c'), rule(SPECIAL, 'nb')]

function formula(endings: readonly Part[]): Rule[] {
  return [
    rule(either(...endings), 's', OUT),
    rule(controlSequence(/[a-zA-Z]+/), 'nv'),
    ...COMMON,
    rule(/[0-9]+/, 'm'),
    rule(/[-+*/=!()[\]]/, 'o'),
    rule(/\$/, 'nb'),
    rule(/[^-+*/=!()[\]0-9{}&^_%$\\]+/, 'nb'),
  ]
}

export const tex = createLexer({
  root: [
    rule(either('$$', '\\['), 'sb', 'display'),
    rule(either('$', '\\('), 's', 'inline'),
    // Packages have `@` in their names, LaTeX 3 has `_` and `:`.
    rule(controlSequence(/[a-zA-Z@_:]+/), 'k', 'arguments'),
    ...COMMON,
    rule(/[^\\$%{}&^_]+/, ''),
  ],
  display: formula(['$$', '\\]']),
  inline: formula(['$', '\\)']),
  arguments: [rule(/\*/, 'k'), rule(/\[[^\]\n]*\]/, 'na'), LEAVE],
})
