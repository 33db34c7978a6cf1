/** JavaScript by ECMA-262, TypeScript by its handbook, and JSON by RFC 8259. */

import {
  blockComment,
  createLexer,
  LEAVE,
  lineComment,
  OUT,
  rule,
  SPACE,
  startsText,
  when,
  wordKinds,
  type Lexer,
  type Place,
  type Rule,
} from './lexer.ts'
import {
  ahead,
  digits,
  either,
  floatingPoint,
  many,
  marks,
  optional,
  quoted,
  sequence,
  words,
} from '../pattern-parts.ts'

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/u

const COMMENTS: readonly Rule[] = [
  when(startsText, lineComment('#!', 'ch')),
  lineComment('<!--', 'c'),
  lineComment('//'),
  blockComment('/*', '*/'),
]

const DIGIT = /[0-9]/
const BIG = optional('n')

const NUMBERS: readonly Rule[] = [
  rule(sequence(/0[xX]/, digits(/[0-9a-fA-F]/, '_'), BIG), 'mh'),
  rule(sequence(/0[oO]/, digits(/[0-7]/, '_'), BIG), 'mo'),
  rule(sequence(/0[bB]/, digits(/[01]/, '_'), BIG), 'mb'),
  rule(/0[0-7]+(?![0-9])/, 'mo'),
  rule(sequence(digits(DIGIT, '_'), 'n'), 'mi'),
  rule(either(floatingPoint(DIGIT, '_'), digits(DIGIT, '_')), 'mf'),
]

const KEYWORDS = `async await break case catch continue debugger default do else export extends
  finally for if import of return static super switch this throw try while yield`

const BUILT_IN = `Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
  Float32Array Float64Array Function Int16Array Int32Array Int8Array Intl JSON Map Math Number Object
  Promise Proxy Reflect RegExp Set String Symbol Uint16Array Uint32Array Uint8Array
  Uint8ClampedArray WeakMap WeakSet decodeURI decodeURIComponent document encodeURI
  encodeURIComponent eval global globalThis isFinite isNaN parseFloat parseInt window`

const ERRORS = `Error EvalError InternalError RangeError ReferenceError SyntaxError TypeError URIError`

// Words that old editions of the standard set aside.
const RESERVED = `abstract boolean byte char double enum final float goto implements int interface long
  native package private protected public short synchronized throws transient volatile`

type Tables = Readonly<Record<string, string>>

const JAVASCRIPT_WORDS = {
  ow: 'delete in instanceof new typeof void',
  kr: `constructor as from ${RESERVED}`,
  k: KEYWORDS,
  kd: 'class const function let var with',
  kc: 'true false null undefined NaN Infinity',
  nb: BUILT_IN,
  ne: ERRORS,
}

const TYPESCRIPT_WORDS = {
  kt: 'boolean number string',
  k: `abstract implements private protected public readonly ${KEYWORDS}`,
  kd: `enum interface override ${JAVASCRIPT_WORDS.kd}`,
  kr: `declare module type ${JAVASCRIPT_WORDS.kr}`,
  ow: JAVASCRIPT_WORDS.ow,
  kc: JAVASCRIPT_WORDS.kc,
  nb: BUILT_IN,
  ne: ERRORS,
}

// A slash behind a value divides; anywhere else it begins a pattern.
const VALUE_KIND = /^(?:n|m|s|kc|kt)/
const VALUE_ENDINGS: ReadonlySet<string> = new Set([')', ']', '}', '++', '--', 'this', 'super'])

function mayStartPattern({ before }: Place): boolean {
  if (before.text === '${') return true
  return !VALUE_KIND.test(before.kind) && !VALUE_ENDINGS.has(before.text)
}

const PATTERN_ESCAPE = /\\[^\n]/
// Bounded, so that a text full of open brackets is not read again and again.
const PATTERN_CLASS = /\[(?:\\[^\n]|[^\]\\\n]){0,200}\]/
const PATTERN = sequence(
  '/',
  /(?![*/])/,
  many(either(PATTERN_ESCAPE, PATTERN_CLASS, /[^[\\/\n]/)),
  '/',
  /[\p{ID_Continue}$]*/u,
)

const ASSIGNMENTS = '= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??='
const ARITHMETIC = '+ - * / % ** ++ -- << >> >>> & | ^ ~'
const LOGIC = '! && || ?? ? : < > <= >= == != === !=='

const MARKS: readonly Rule[] = [
  rule(marks('... =>'), 'p'),
  rule(marks(`${ASSIGNMENTS} ${ARITHMETIC} ${LOGIC}`), 'o'),
  rule(/\\(?=\n)/, 'o'),
  rule(/[{}()[\];,.]/, 'p'),
]

function names(tables: Tables): Rule[] {
  const kinds = wordKinds(tables)
  return [
    // Behind a dot every word is the name of a property.
    rule(NAME, (name, { before }) => (before.text === '.' ? 'nx' : (kinds.get(name) ?? 'nx'))),
    rule(sequence('#', NAME), 'n'),
  ]
}

function createScript(extra: readonly Rule[], tables: Tables): Lexer {
  const expression = [
    SPACE,
    ...COMMENTS,
    ...extra,
    ...NUMBERS,
    when(mayStartPattern, rule(PATTERN, 'sr')),
    ...MARKS,
    ...names(tables),
    rule(quoted('"'), 's2'),
    rule(quoted("'"), 's1'),
    rule(/`/, 'sb', 'template'),
  ]
  const openBrace = rule(/\{/, 'p', 'braces')
  return createLexer({
    root: expression,
    template: [
      rule(/`/, 'sb', OUT),
      rule(/\$\{/, 'si', 'substitution'),
      rule(/[^`\\$]+|\\[^]|\$|\\/, 'sb'),
    ],
    substitution: [rule(/\}/, 'si', OUT), openBrace, ...expression],
    braces: [rule(/\}/, 'p', OUT), openBrace, ...expression],
    annotation: [SPACE, rule(sequence(NAME, many('.', NAME)), typeKind(tables), OUT), LEAVE],
  })
}

/** In the place of a type a name is one, and so is `void`; keywords and constants stay. */
function typeKind(tables: Tables): (name: string) => string {
  const kinds = wordKinds(tables)
  return (name) => {
    const kind = name === 'void' ? 'kt' : (kinds.get(name) ?? 'kt')
    return WORDS_BESIDE_TYPES.has(kind) ? kind : 'kt'
  }
}

const WORDS_BESIDE_TYPES: ReadonlySet<string> = new Set(['k', 'kc', 'kd', 'ow'])

export const javascript = createScript([], JAVASCRIPT_WORDS)

// Without a parser nobody knows a member of an object from the type of a parameter.
function mayAnnotate({ before }: Place): boolean {
  return before.kind === 'nx' || before.text === ')' || before.text === '?'
}

export const typescript = createScript(
  [when(mayAnnotate, rule(/:/, 'o', 'annotation')), rule(sequence('@', NAME), 'kd')],
  TYPESCRIPT_WORDS,
)

const WHOLE = either('0', /[1-9][0-9]*/)
const EXPONENT = /[eE][+-]?[0-9]+/
const FRACTION = /\.[0-9]+/

export const json = createLexer({
  root: [
    SPACE,
    // Neither comment is JSON, but configuration files have them.
    lineComment('//'),
    blockComment('/*', '*/'),
    rule(sequence(quoted('"'), ahead(/\s*:/)), 'nt'),
    rule(quoted('"'), 's2'),
    rule(words('true false null'), 'kc'),
    rule(
      sequence(optional('-'), WHOLE, either(sequence(FRACTION, optional(EXPONENT)), EXPONENT)),
      'mf',
    ),
    rule(sequence(optional('-'), WHOLE), 'mi'),
    rule(/[{}[\],:]/, 'p'),
  ],
})
