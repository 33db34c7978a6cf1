/** C and C++, by the grammars of their standards. */

import {
  after,
  blockComment,
  createLexer,
  lineComment,
  OUT,
  rule,
  SPACE,
  startsLine,
  when,
  wordKinds,
  type Lexer,
  type Place,
} from './lexer.ts'
import {
  ahead,
  digits,
  either,
  floatingPoint,
  group,
  many,
  marks,
  optional,
  sequence,
  words,
} from '../pattern-parts.ts'

const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$]*/u
const QUALIFIED_NAME = sequence(NAME, many('::', NAME))

const C_KEYWORDS = `alignas alignof asm auto break case const constexpr continue default do else enum
  extern for goto if register restricted return sizeof static static_assert struct switch
  thread_local typedef typeof union volatile while`
const CPP_KEYWORDS = `catch class co_await co_return co_yield concept const_cast consteval constinit
  decltype delete dynamic_cast explicit export final friend mutable namespace new noexcept operator override
  private protected public reinterpret_cast requires static_cast template this throw throws try
  typeid typename using virtual`
const TYPES = `DIR FILE bool char char16_t char32_t char8_t double float int int16_t int32_t int64_t
  int8_t intptr_t long off_t ptrdiff_t short signed size_t ssize_t time_t uint16_t uint32_t uint64_t
  uint8_t uintptr_t unsigned va_list void wchar_t`

const CONSTANTS = 'true false NULL nullptr'

const HEX = /[0-9a-fA-F]/
const DIGIT = /[0-9]/
const INTEGER_SUFFIX = /[uUlLzZ]*/
const REAL_SUFFIX = /[fFlL]?/

const NUMBERS = [
  rule(sequence(/0[xX]/, digits(HEX, "'"), INTEGER_SUFFIX), 'mh'),
  rule(sequence(/0[bB]/, digits(/[01]/, "'"), INTEGER_SUFFIX), 'mb'),
  rule(sequence(floatingPoint(DIGIT, "'"), REAL_SUFFIX), 'mf'),
  rule(sequence(/0'?/, digits(/[0-7]/, "'"), INTEGER_SUFFIX), 'mo'),
  rule(sequence(digits(DIGIT, "'"), INTEGER_SUFFIX), 'mi'),
]

const ESCAPE = sequence(
  '\\',
  either(
    /['"?\\abfnrtv]/,
    /[0-7]{1,3}/,
    sequence('x', HEX, optional(HEX)),
    /u[0-9a-fA-F]{4}/,
    /U[0-9a-fA-F]{8}/,
  ),
)
const ENCODING = optional(group(either('u8', /[LuU]/)))
const CHARACTER = sequence("'", either(ESCAPE, /\\./, /[^'\\\n]/), "'")
const RAW_STRING = /"(?<fence>[^()\\\s]{0,16})\([^]*?\)\k<fence>"/

// A name with parentheses that a block follows is a function being defined. The bound keeps a text
// full of open parentheses from being read again and again.
const PARAMETERS = /\([^;{}"']{0,200}\)/
const DEFINITION_FOLLOWS = ahead(/\s*/, PARAMETERS, /\s*/, optional(words('const'), /\s*/), '{')

const AGGREGATES = 'struct union class'

function nameKind(keywords: string): (name: string, place: Place) => string {
  const kinds = wordKinds({
    k: keywords,
    kr: 'inline _inline __inline naked restrict thread',
    kt: TYPES,
    nb: CONSTANTS,
  })
  const namesType = after(AGGREGATES)
  return (name, place) => {
    const kind = kinds.get(name)
    if (kind !== undefined) return kind
    return namesType(place) && place.before.kind === 'k' ? 'nc' : 'n'
  }
}

const GAP = group(/[ \t]*/)

const COMMENTS = [lineComment('//'), blockComment('/*', '*/')]

function createC(keywords: string): Lexer {
  const kindOf = nameKind(keywords)
  const functionKind = (name: string, place: Place): string => {
    const kind = kindOf(name, place)
    return kind === 'n' ? 'nf' : kind
  }
  return createLexer({
    root: [
      when(startsLine, rule(/#/, 'cp', 'directive')),
      SPACE,
      rule(/\\\n/, ''),
      ...COMMENTS,
      rule(sequence(ENCODING, group('"')), ['sa', 's'], 'string'),
      rule(sequence(ENCODING, group(CHARACTER)), ['sa', 'sc']),
      rule(sequence(group(/(?:u8|[LuU])?R/), group(RAW_STRING)), ['sa', 's']),
      ...NUMBERS,
      rule(marks('~ ! % ^ & * + - = | ? : < > /'), 'o'),
      rule(/[()[\]{},.;]/, 'p'),
      when(after('namespace'), rule(QUALIFIED_NAME, 'nn')),
      rule(sequence(NAME, DEFINITION_FOLLOWS), functionKind),
      rule(NAME, kindOf),
    ],
    directive: [
      rule(/\n/, 'cp', OUT),
      rule(/\\\n/, 'cp'),
      when(after('#'), rule(sequence(GAP, group(words('include')), GAP), ['w', 'cp', 'w'])),
      when(after('include'), rule(/<[^>\n]+>|"[^"\n]+"/, 'cpf')),
      ...COMMENTS,
      rule(/[^\\/\n]+|[\\/]/, 'cp'),
    ],
    string: [rule(/"/, 's', OUT), rule(ESCAPE, 'se'), rule(/[^"\\\n]+|\\\n|\\/, 's')],
  })
}

export const c = createC(C_KEYWORDS)
export const cpp = createC(`${C_KEYWORDS} ${CPP_KEYWORDS}`)
