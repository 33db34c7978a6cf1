/** Style sheets, by the syntax module of CSS. */

import { blockComment, createLexer, OUT, rule, SPACE, type Rule } from './lexer.ts'
import { either, group, marks, optional, quoted, sequence } from '../pattern-parts.ts'

const NAME = /[\w\u{80}-\u{10FFFF}-]+/u
const CUSTOM_PROPERTY = sequence('--', NAME)

const TRIVIA: readonly Rule[] = [SPACE, blockComment('/*', '*/')]
const STRINGS: readonly Rule[] = [rule(quoted('"'), 's2'), rule(quoted("'"), 's1')]

function marked(mark: RegExp): RegExp {
  return sequence(group(mark), group(NAME))
}

const SELECTORS: readonly Rule[] = [
  rule(marked(/::?/), ['p', 'nd']),
  rule(marked(/\./), ['p', 'nc']),
  rule(marked(/#/), ['p', 'nn']),
  rule(marked(/@/), ['p', 'k'], 'at-rule'),
  rule(NAME, 'nt'),
  rule(/\}/, 'p'),
  rule(marks('~ ^ * ! % & $ [ ] ( ) < > | + = @ : ; , . / ?'), 'o'),
  ...STRINGS,
]

const SIGN = optional(/[-+]/)
const UNIT = group(/[a-zA-Z%]*/)
const NUMBERS: readonly Rule[] = [
  rule(sequence(group(SIGN, /[0-9]*\.[0-9]+/), UNIT), ['mf', 'kt']),
  rule(sequence(group(SIGN, /[0-9]+/), UNIT), ['mi', 'kt']),
]

const BUILT_IN_FUNCTION = either('attr', 'calc', 'url', 'var')
const OPENING = group('(')

export const css = createLexer({
  root: [...TRIVIA, rule(/\{/, 'p', 'declarations'), ...SELECTORS],
  'at-rule': [
    ...TRIVIA,
    rule(/[{;]/, 'p', OUT),
    rule(/(?=\})/, '', OUT),
    ...STRINGS,
    rule(NAME, 'nt'),
    rule(/[^{};\w\s-]/, 'o'),
  ],
  declarations: [
    ...TRIVIA,
    rule(/\{/, 'p', 'declarations'),
    rule(/\}/, 'p', OUT),
    rule(/;/, 'p'),
    rule(sequence(group(CUSTOM_PROPERTY), group(/\s*/), group(':')), ['nv', 'w', 'p'], 'value'),
    rule(sequence(group(NAME), group(/\s*/), group(':')), ['k', 'w', 'p'], 'value'),
    ...SELECTORS,
  ],
  value: [
    ...TRIVIA,
    rule(/;/, 'p', OUT),
    rule(/(?=\})/, '', OUT),
    rule(/#[0-9a-fA-F]{3,8}(?![\w-])/, 'mh'),
    ...NUMBERS,
    rule(/!\s*important/, 'cp'),
    ...STRINGS,
    rule(sequence(group(BUILT_IN_FUNCTION), OPENING), ['nb', 'p']),
    rule(sequence(group(NAME), OPENING), ['nf', 'p']),
    rule(CUSTOM_PROPERTY, 'nv'),
    rule(NAME, 'kc'),
    rule(/[,()]/, 'p'),
    rule(/[^\s;}]/, 'o'),
  ],
})
