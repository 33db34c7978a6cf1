/** Go, by its language specification. */

import {
  blockComment,
  createLexer,
  lineComment,
  rule,
  SPACE,
  wordKinds,
  type Rule,
} from './lexer.ts'
import {
  ahead,
  digits,
  either,
  floatingPoint,
  marks,
  quoted,
  sequence,
  words,
} from '../pattern-parts.ts'

const NAME = /[\p{L}_][\p{L}\p{Nd}_]*/u

const KEYWORDS = `break case continue default defer else fallthrough for go goto if range return select
  switch`
const DECLARATIONS = 'chan const func interface map struct type var'
const TYPES = `any bool byte comparable complex64 complex128 error float float32 float64 int int8 int16
  int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr`
const FUNCTIONS = `append cap clear close complex copy delete imag len make max min new panic print
  println real recover`

const NAME_KINDS = wordKinds({
  kn: 'import package',
  kd: DECLARATIONS,
  k: KEYWORDS,
  kc: 'true false iota nil',
  kt: TYPES,
})

const HEX = /[0-9a-fA-F]/
const DIGIT = /[0-9]/
const REAL = either(floatingPoint(DIGIT, '_'), digits(DIGIT, '_'))

const NUMBERS: readonly Rule[] = [
  rule(sequence(REAL, 'i'), 'm'),
  rule(sequence(/0[xX]_?/, digits(HEX, '_')), 'mh'),
  rule(sequence(/0[bB]_?/, digits(/[01]/, '_')), 'mb'),
  rule(floatingPoint(DIGIT, '_'), 'mf'),
  rule(sequence(/0[oO]?_?/, digits(/[0-7]/, '_')), 'mo'),
  rule(digits(DIGIT, '_'), 'mi'),
]

const ESCAPE = sequence(
  '\\',
  either(/[abfnrtv\\'"]/, /[0-7]{3}/, /x[0-9a-fA-F]{2}/, /u[0-9a-fA-F]{4}/, /U[0-9a-fA-F]{8}/),
)
const RUNE = sequence("'", either(ESCAPE, /[^\\'\n]/), "'")

const ASSIGNMENTS = ':= += -= *= /= %= &= |= <<= >>= &^='
const OPERATORS = '+ - * / % & | << >> &^ && || <- ++ -- == != <= >= ... ~'

export const go = createLexer({
  root: [
    SPACE,
    lineComment('//'),
    blockComment('/*', '*/'),
    // A type in front of a parenthesis converts: it is called like a function.
    rule(sequence(words(`${TYPES} ${FUNCTIONS}`), ahead('(')), 'nb'),
    rule(NAME, (name) => NAME_KINDS.get(name) ?? 'nx'),
    ...NUMBERS,
    rule(RUNE, 'sc'),
    rule(/`[^`]*`/, 's'),
    rule(quoted('"'), 's'),
    rule(marks(`${ASSIGNMENTS} ${OPERATORS}`), 'o'),
    rule(/[()[\]{},;.:<>=!^]/, 'p'),
  ],
})
