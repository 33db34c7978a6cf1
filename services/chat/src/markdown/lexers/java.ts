/** Java, by its language specification. */

import {
  after,
  blockComment,
  createLexer,
  lineComment,
  rule,
  SPACE,
  wordKinds,
  type Place,
  type Rule,
} from './lexer.ts'
import {
  ahead,
  digits,
  either,
  floatingPoint,
  group,
  many,
  optional,
  quoted,
  sequence,
  through,
} from '../pattern-parts.ts'

const NAME = /[\p{L}\p{Nl}\p{Sc}_][\p{L}\p{N}\p{Sc}_]*/u

const KEYWORDS = `assert break case catch continue default do else finally for goto if instanceof new
  return switch this throw try while`
// Modules have a few of their own, such as `exports` and `opens`.
const DECLARATIONS = `abstract class const enum exports extends final implements interface native open
  opens permits private protected provides public record requires sealed static strictfp super
  synchronized throws to transient transitive uses var volatile with yield`

const NAME_KINDS = wordKinds({
  k: KEYWORDS,
  kd: DECLARATIONS,
  kt: 'boolean byte char double float int long short void',
  kc: 'true false null',
})

const DIGIT = /[0-9]/
const LONG = /[lL]?/
const REAL_SUFFIX = /[fFdD]/

const NUMBERS: readonly Rule[] = [
  rule(sequence(/0[xX]/, digits(/[0-9a-fA-F]/, '_'), LONG), 'mh'),
  rule(sequence(/0[bB]/, digits(/[01]/, '_'), LONG), 'mb'),
  rule(sequence(floatingPoint(DIGIT, '_'), optional(REAL_SUFFIX)), 'mf'),
  rule(sequence(digits(DIGIT, '_'), REAL_SUFFIX), 'mf'),
  rule(sequence(/0_?/, digits(/[0-7]/, '_'), LONG), 'mo'),
  rule(sequence(digits(DIGIT, '_'), LONG), 'mi'),
]

const ESCAPE = sequence('\\', either(/[btnfrs"'\\]/, /[0-3]?[0-7]{1,2}/, /u+[0-9a-fA-F]{4}/))
const CHARACTER = sequence("'", either(ESCAPE, /[^'\\\n]/), "'")
const TEXT_BLOCK = sequence(/"""[ \t]*\n/, through('"""'))

const QUALIFIED_NAME = sequence(NAME, many('.', NAME), optional('.*'))
const CALL_FOLLOWS = ahead(/\s*\(/)

function nameKind(name: string, place: Place): string {
  if (place.before.text === '.') return 'na'
  return NAME_KINDS.get(name) ?? (namesType(place) ? 'nc' : 'n')
}

const namesType = after('class interface record enum')
const endsType = after('> ]')

/** Behind a type or a modifier a name with parentheses is a method that is being declared. */
function methodKind(name: string, place: Place): string {
  const kind = nameKind(name, place)
  if (kind !== 'n') return kind
  const isDeclared = /^(?:n|kd|kt)$/.test(place.before.kind) || endsType(place)
  return isDeclared ? 'nf' : 'n'
}

export const java = createLexer({
  root: [
    SPACE,
    lineComment('//'),
    blockComment('/*', '*/'),
    rule(sequence('@', QUALIFIED_NAME), 'nd'),
    rule(
      sequence(
        group(either('package', sequence('import', optional(/\s+static/)))),
        group(/\s+/),
        group(QUALIFIED_NAME),
      ),
      ['kn', 'w', 'nn'],
    ),
    rule(sequence(NAME, CALL_FOLLOWS), methodKind),
    rule(NAME, nameKind),
    ...NUMBERS,
    rule(TEXT_BLOCK, 's'),
    rule(quoted('"'), 's'),
    rule(CHARACTER, 'sc'),
    rule(/[-+*/%&|^!~=<>?[\]]/, 'o'),
    rule(/[(){};:.,]/, 'p'),
  ],
})
