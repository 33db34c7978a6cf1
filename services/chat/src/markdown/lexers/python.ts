/** Python 3 and Python 2, by the lexical analysis of the language reference. */

import {
  after,
  createLexer,
  LEAVE,
  lineComment,
  OUT,
  rule,
  startsLine,
  startsText,
  when,
  wordKinds,
  type Lexer,
  type Place,
  type Rule,
} from './lexer.ts'
import {
  digits,
  either,
  floatingPoint,
  marks,
  optional,
  sequence,
  split,
  words,
} from '../pattern-parts.ts'
import { stringModes, STRINGS } from './python-strings.ts'
import {
  EXCEPTIONS,
  FUNCTIONS,
  FUNCTIONS_2,
  KEYWORDS,
  SPECIAL_ATTRIBUTES,
  SPECIAL_METHODS,
  WORD_OPERATORS,
} from './python-words.ts'

const NAME = /[\p{XID_Start}_]\p{XID_Continue}*/u

const DIGIT = /[0-9]/
const IMAGINARY = /[jJ]/

const NUMBERS: readonly Rule[] = [
  rule(sequence(/0[xX]_?/, digits(/[0-9a-fA-F]/, '_')), 'mh'),
  rule(sequence(/0[oO]_?/, digits(/[0-7]/, '_')), 'mo'),
  rule(sequence(/0[bB]_?/, digits(/[01]/, '_')), 'mb'),
  rule(sequence(floatingPoint(DIGIT, '_'), optional(IMAGINARY)), 'mf'),
  rule(sequence(digits(DIGIT, '_'), IMAGINARY), 'mf'),
  rule(digits(DIGIT, '_'), 'mi'),
]

const OPERATORS = marks('!= == := << >> ~ - + / * % = < > & ^ | . @')
const DELIMITERS = /[\]{}:(),;[]/

function underscored(list: string): string {
  return split(list)
    .map((word) => `__${word}__`)
    .join(' ')
}

interface Version {
  readonly keywords: string
  readonly functions: string
}

/** The kind of a name by itself and by what stands before it. */
function nameKind({ keywords, functions }: Version): (name: string, place: Place) => string {
  const special = { fm: underscored(SPECIAL_METHODS), vm: underscored(SPECIAL_ATTRIBUTES) }
  const reserved = { ow: WORD_OPERATORS, k: keywords, kc: 'True False None' }
  const builtIn = { nb: functions, bp: 'self cls Ellipsis NotImplemented', ne: EXCEPTIONS }
  const anywhere = wordKinds({ ...reserved, ...special })
  const notAttributes = wordKinds(builtIn)
  return (name, place) => {
    const kind = anywhere.get(name)
    if (kind !== undefined) return kind
    if (place.before.text === 'def') return 'nf'
    if (place.before.text === 'class') return 'nc'
    return (place.before.text === '.' ? undefined : notAttributes.get(name)) ?? 'n'
  }
}

function expression(version: Version): Rule[] {
  return [
    ...STRINGS,
    rule(/[^\S\n]+/, (_, place) => (DECLARING.has(place.before.text) ? 'w' : '')),
    ...NUMBERS,
    when(startsLine, rule(sequence('@', NAME), 'nd')),
    rule(OPERATORS, 'o'),
    rule(DELIMITERS, 'p'),
    rule(NAME, nameKind(version)),
  ]
}

// Behind these words white space is a token of its own.
const DECLARING: ReadonlySet<string> = new Set(['def', 'class', 'from', 'import'])

const RESERVED = `and as assert async await break class continue def del elif else except finally for
  from global if import in is lambda nonlocal not or pass raise return try while with yield`
// `match = 1`, `match.group()`, `case, other` and `match in x` show that the word is but a name.
const SOFT_KEYWORD = sequence(
  words('match case'),
  /(?![ \t]*[:.,;=^&|@~)\]}])/,
  new RegExp(String.raw`(?![ \t]*${words(RESERVED).source})`, 'u'),
)

const STATEMENTS: readonly Rule[] = [
  rule(/\n/, 'w'),
  rule(/\\\n?/, ''),
  when(startsText, lineComment('#!', 'ch')),
  lineComment('#'),
  rule(words('def class'), 'k'),
  when(startsLine, rule(SOFT_KEYWORD, 'k')),
  when(after('match case'), rule(words('_'), 'k')),
  when((place) => place.before.text === 'yield', rule(words('from'), 'k')),
  rule(words('from'), 'kn', 'origin'),
  rule(words('import'), 'kn', 'modules'),
]

const DOTTED_NAME: readonly Rule[] = [rule(words('None'), 'kc'), rule(either(NAME, '.'), 'nn')]

function createPython(version: Version): Lexer {
  const inExpression = expression(version)
  return createLexer({
    root: [...STATEMENTS, ...inExpression],
    origin: [rule(/[^\S\n]+/, 'w'), rule(words('import'), 'kn', OUT), ...DOTTED_NAME, LEAVE],
    modules: [rule(/[^\S\n]+/, 'w'), rule(words('as'), 'k'), rule(/,/, 'o'), ...DOTTED_NAME, LEAVE],
    ...stringModes(inExpression),
  })
}

export const python = createPython({ keywords: KEYWORDS, functions: `${FUNCTIONS} print` })

export const python2 = createPython({
  keywords: `${KEYWORDS.replace(' nonlocal', '')} exec print`.replace('async await ', ''),
  functions: `${FUNCTIONS} ${FUNCTIONS_2}`,
})
