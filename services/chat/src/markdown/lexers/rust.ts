/** Rust, by its reference. */

import {
  createLexer,
  lineComment,
  OUT,
  rule,
  SPACE,
  wordKinds,
  type Place,
  type Rule,
} from './lexer.ts'
import { ahead, either, marks, optional, sequence, words } from '../pattern-parts.ts'

const NAME = /[\p{XID_Start}_]\p{XID_Continue}*/u

const KEYWORDS = `abstract as async await become box break const continue crate do dyn else extern final
  for if impl in loop macro match move mut override priv pub ref return static super trait try typeof
  union unsafe unsized use virtual where while yield`
const TYPES = 'bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize'
// What the standard prelude brings into every module.
const PRELUDE = `AsMut AsRef Box Clone Copy Default DoubleEndedIterator Drop Eq Err ExactSizeIterator
  Extend Fn FnMut FnOnce From Into IntoIterator Iterator None Ok Option Ord PartialEq PartialOrd Result
  Send Sized Some String Sync ToOwned ToString Unpin Vec drop`

const NAME_KINDS = wordKinds({
  kd: 'enum fn let mod struct type',
  k: KEYWORDS,
  kc: 'true false',
  bp: 'self Self',
  kt: TYPES,
  nb: PRELUDE,
})

// The kind of a name behind the word that declares it.
const DECLARED: ReadonlyMap<string, string> = new Map([
  ['fn', 'nf'],
  ['mod', 'nn'],
  ['enum', 'nc'],
  ['struct', 'nc'],
  ['trait', 'nc'],
  ['type', 'nc'],
  ['union', 'nc'],
])

function nameKind(name: string, { before }: Place): string {
  const declared = before.kind === 'k' ? DECLARED.get(before.text) : undefined
  return declared ?? NAME_KINDS.get(name) ?? 'n'
}

const INTEGER_TYPE = sequence(/[iu]/, either('8', '16', '32', '64', '128', 'size'))
const FLOAT_TYPE = either('f32', 'f64')
const SUFFIX = optional(either(INTEGER_TYPE, FLOAT_TYPE))

// Underscores may stand anywhere behind the first digit.
const WHOLE = /[0-9][0-9_]*/
const FRACTION = sequence('.', WHOLE)
const EXPONENT = /[eE][+-]?_*[0-9][0-9_]*/
// Two dots are a range, and a name behind the dot is a method or a field.
const BARE_POINT = /\.(?![.\p{XID_Start}_])/u

const NUMBERS: readonly Rule[] = [
  rule(sequence(/0x[0-9a-fA-F_]+/, SUFFIX), 'mh'),
  rule(sequence(/0o[0-7_]+/, SUFFIX), 'mo'),
  rule(sequence(/0b[01_]+/, SUFFIX), 'mb'),
  rule(sequence(WHOLE, FRACTION, optional(EXPONENT), optional(FLOAT_TYPE)), 'mf'),
  rule(sequence(WHOLE, EXPONENT, optional(FLOAT_TYPE)), 'mf'),
  rule(sequence(WHOLE, BARE_POINT), 'mf'),
  rule(sequence(WHOLE, SUFFIX), 'mi'),
]

const ESCAPE = sequence('\\', either(/[nrt0\\'"\n]/, /x[0-9a-fA-F]{2}/, /u\{[0-9a-fA-F_]{1,6}\}/))
const CHARACTER = sequence(/b?'/, either(ESCAPE, /[^'\\\n]/), "'")
const RAW_STRING = /[bc]?r(?<hashes>#*)"[^]*?"\k<hashes>/
const STRING_START = /[bc]?"/

const ATTRIBUTE = /#!?\[[^\]\n]*\]/
const NESTED_COMMENT = rule(/\/\*/, 'cm', 'comment')

export const rust = createLexer({
  root: [
    SPACE,
    rule(/\/\/[/!][^\n]*/, 'sd'),
    lineComment('//'),
    NESTED_COMMENT,
    rule(ATTRIBUTE, 'cp'),
    rule(RAW_STRING, 's'),
    rule(STRING_START, 's', 'string'),
    rule(CHARACTER, 'sc'),
    rule(sequence("'", NAME), 'na'),
    rule(sequence(NAME, /!(?!=)/), 'fm'),
    rule(sequence(words([...DECLARED.keys()].join(' ')), ahead(/\s+/, NAME)), 'k'),
    rule(sequence(optional('r#'), NAME), nameKind),
    ...NUMBERS,
    rule(marks(':: -> .. ..= ... { } ( ) [ ] , ; : .'), 'p'),
    rule(marks('=> + - * / % & | < > ^ ! ~ @ = ?'), 'o'),
  ],
  comment: [NESTED_COMMENT, rule(/\*\//, 'cm', OUT), rule(/[^*/]+|[*/]/, 'cm')],
  string: [rule(/"/, 's', OUT), rule(ESCAPE, 'se'), rule(/[^"\\]+|\\/, 's')],
})
