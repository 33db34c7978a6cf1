/** TeX and LaTeX sources. */

import { createLexer, rule, type Rule } from './lexer.ts'

const GENERAL: readonly Rule[] = [rule(/%.*?\n/, 'c'), rule(/[{}]/, 'nb'), rule(/[&_^]/, 'nb')]

const MATH: readonly Rule[] = [
  rule(/\\(?:[a-zA-Z]+|\S?)/, 'nv'),
  ...GENERAL,
  rule(/[0-9]+/, 'm'),
  rule(/[-=!+*/()[\]]/, 'o'),
  rule(/[^=!+*/()[\]\\$%&_^{}0-9-]+/, 'nb'),
]

export const tex = createLexer({
  root: [
    rule(/\\\[/, 'sb', 'display'),
    rule(/\\\(/, 's', 'inline'),
    rule(/\$\$/, 'sb', 'display'),
    rule(/\$/, 's', 'inline'),
    rule(/\\(?:[a-zA-Z@_:]+|\S?)/, 'k', 'command'),
    rule(/\\$/m, 'k'),
    ...GENERAL,
    rule(/[^\\$%&_^{}]+/, ''),
  ],
  inline: [rule(/\\\)/, 's', '#pop'), rule(/\$/, 's', '#pop'), ...MATH],
  display: [rule(/\\\]/, 's', '#pop'), rule(/\$\$/, 's', '#pop'), rule(/\$/, 'nb'), ...MATH],
  command: [rule(/\[.*?\]/, 'na'), rule(/\*/, 'k'), rule(/(?:)/, '', '#pop')],
})
