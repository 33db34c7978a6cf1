/** Shell scripts and patches. */

import { createLexer, rule, words, type Rule } from './lexer.ts'

const INTERPOLATION: readonly Rule[] = [
  rule(/\$\(\(/, 'k', 'math'),
  rule(/\$\(/, 'k', 'paren'),
  rule(/\$\{#?/, 'si', 'curly'),
  rule(/\$[a-zA-Z_]\w*/, 'nv'),
  rule(/\$(?:\d+|[#$?!_*@-])/, 'nv'),
  rule(/\$/, ''),
]

const KEYWORDS = `if fi else while in do done for then return function case select break continue until
  esac elif`

const BUILTINS = `alias bg bind builtin caller cd command compgen complete declare dirs disown echo
  enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout popd
  printf pushd pwd read readonly set shift shopt source suspend test time times trap true type
  typeset ulimit umask unalias unset wait`

const ROOT: readonly Rule[] = [
  rule(new RegExp(String.raw`\b(${words(KEYWORDS).source})(\s*)\b`), ['k', 'w']),
  rule(new RegExp(String.raw`\b${words(BUILTINS).source}(?=[\s)\x60])`), 'nb'),
  rule(/(?<![^])#!.+\n/, 'ch'),
  rule(/#.*\n/, 'c1'),
  rule(/\\[^]/, 'se'),
  rule(/(\b\w+)(\s*)(\+?=)/, ['nv', 'w', 'o']),
  rule(/[[\]{}()=]/, 'o'),
  rule(/<<</, 'o'),
  rule(/<<-?\s*('?)\\?(\w+)[^]+?\2/, 's'),
  rule(/&&|\|\|/, 'o'),
  rule(/\$?"(?:\\[^]|[^"\\$])*"/, 's2'),
  rule(/"/, 's2', 'string'),
  rule(/\$'(?:\\\\|\\[0-7]+|\\[^]|[^'\\])*'/, 's1'),
  rule(/'[^']*'/, 's1'),
  rule(/[;&|]/, 'p'),
  rule(/\s+/, 'w'),
  rule(/\d+\b/, 'm'),
  rule(/[^=\s[\]{}()$"'`\\<&|;]+/, ''),
  rule(/</, ''),
  rule(/`/, 'sb', 'backticks'),
  ...INTERPOLATION,
]

export const shell = createLexer({
  root: ROOT,
  string: [
    rule(/"/, 's2', '#pop'),
    rule(/(?:\\\\|\\[0-7]+|\\[^]|[^"\\$])+/, 's2'),
    ...INTERPOLATION,
  ],
  curly: [
    rule(/\}/, 'si', '#pop'),
    rule(/:-/, 'k'),
    rule(/\w+/, 'nv'),
    rule(/[^}:"'`$\\]+/, 'p'),
    rule(/:/, 'p'),
    ...ROOT,
  ],
  paren: [rule(/\)/, 'k', '#pop'), ...ROOT],
  math: [
    rule(/\)\)/, 'k', '#pop'),
    rule(/\*\*|\|\||<<|>>|[-+*/%^|&<>]/, 'o'),
    rule(/\d+#[\da-zA-Z]+|\d+#(?! )|0[xX][\da-fA-F]+|\d+/, 'm'),
    rule(/[a-zA-Z_]\w*/, 'nv'),
    ...ROOT,
  ],
  backticks: [rule(/`/, 'sb', '#pop'), ...ROOT],
})

export const diff = createLexer({
  root: [
    rule(/( )(.*)(\n)/, ['w', '', 'w']),
    rule(/(!.*|---)(\n)/, ['gs', 'w']),
    rule(/((?:< |-).*)(\n)/, ['gd', 'w']),
    rule(/((?:> |\+).*)(\n)/, ['gi', 'w']),
    rule(/(@.*|\d(?:,\d+)?[acd]\d+(?:,\d+)?)(\n)/, ['gu', 'w']),
    rule(/((?:[Ii]ndex|diff).*)(\n)/, ['gh', 'w']),
    rule(/(=.*)(\n)/, ['gh', 'w']),
    rule(/(.*)(\n)/, ['', 'w']),
  ],
})
