/** String literals of Python: prefixes, escape sequences, placeholders and embedded expressions. */

import { OUT, rule, SPACE, startsLine, when, type Modes, type Rule } from './lexer.ts'
import { either, group, many, optional, sequence } from '../pattern-parts.ts'

interface Quote {
  readonly mark: string
  readonly kind: string
}

// The long ones first: three marks are not an empty string and the beginning of another.
const QUOTES: readonly Quote[] = [
  { mark: '"""', kind: 's2' },
  { mark: "'''", kind: 's1' },
  { mark: '"', kind: 's2' },
  { mark: "'", kind: 's1' },
]

interface Flavour {
  readonly name: string
  readonly prefix: RegExp
  readonly escapes: readonly RegExp[]
  readonly isFormatted: boolean
}

const HEX = /[0-9a-fA-F]/
const CHARACTER_ESCAPE = sequence(
  '\\',
  either(/[\\'"abfnrtv\n]/, /[0-7]{1,3}/, sequence('x', HEX, HEX)),
)
const UNICODE_ESCAPE = sequence(
  '\\',
  either(/N\{[^{}\n]*\}/, sequence(/u/, HEX, HEX, HEX, HEX), /U[0-9a-fA-F]{8}/),
)
const TEXT_ESCAPES = [UNICODE_ESCAPE, CHARACTER_ESCAPE]

const FLAVOURS: readonly Flavour[] = [
  { name: 'f', prefix: /[fFtT]/, escapes: TEXT_ESCAPES, isFormatted: true },
  { name: 'fr', prefix: /[fFtT][rR]|[rR][fFtT]/, escapes: [], isFormatted: true },
  { name: 'b', prefix: /[bB]/, escapes: [CHARACTER_ESCAPE], isFormatted: false },
  { name: 'r', prefix: /[uUbB]?[rR]|[rR][bB]/, escapes: [], isFormatted: false },
  { name: 'u', prefix: /[uU]?/, escapes: TEXT_ESCAPES, isFormatted: false },
]

// `%(key)-8.3f`, as the library reference has it under "printf-style String Formatting".
const STAR_OR_NUMBER = either('*', /[0-9]+/)
const PERCENT_PLACEHOLDER = sequence(
  '%',
  optional(/\(\w+\)/),
  /[-+ #0]*/,
  optional(STAR_OR_NUMBER),
  optional('.', STAR_OR_NUMBER),
  /[hlL]?/,
  /[diouxXeEfFgGcrsa%]/,
)

// `{user.name!r:>8.3f}`, as the library reference has it under "Format String Syntax".
const FIELD = sequence(/\w*/, many(either(/\.\w+/, /\[[^\]\n]+\]/)))
const ALIGNMENT = optional(either(/[^{}\n][<>=^]/, /[<>=^]/))
const FORMAT = sequence(
  ALIGNMENT,
  /[-+ ]?z?#?0?/,
  /[0-9]*[,_]?/,
  optional(/\.[0-9]+/),
  /[bcdeEfFgGnosxX%]?/,
)
const BRACE_PLACEHOLDER = sequence('{', FIELD, optional(/![rsa]/), optional(':', FORMAT), '}')

/** Where a string begins; a long one at the beginning of a line is documentation. */
export const STRINGS: readonly Rule[] = [...QUOTES.slice(0, 2).map(documentation), ...starts()]

function documentation({ mark }: Quote): Rule {
  const prefix = group(/[rRuUbB]{0,2}/)
  const text = sequence(/(?:[^\\]|\\[^])*?/, either(mark, /$/))
  return when(startsLine, rule(sequence(prefix, group(mark, text)), ['sa', 'sd']))
}

function starts(): Rule[] {
  return FLAVOURS.flatMap((flavour) =>
    QUOTES.map((quote) =>
      rule(
        sequence(group(flavour.prefix), group(quote.mark)),
        ['sa', quote.kind],
        modeName(flavour, quote),
      ),
    ),
  )
}

/** The inside of every sort of string; an expression in braces goes on with `expression`. */
export function stringModes(expression: readonly Rule[]): Modes {
  const modes: Record<string, readonly Rule[]> = {
    replacement: replacement(expression),
    brackets: brackets(expression),
  }
  for (const flavour of FLAVOURS) {
    for (const quote of QUOTES) modes[modeName(flavour, quote)] = inside(flavour, quote)
  }
  return modes
}

function modeName(flavour: Flavour, quote: Quote): string {
  return `${flavour.name}${quote.mark}`
}

function inside(flavour: Flavour, quote: Quote): Rule[] {
  const { kind, mark } = quote
  const isLong = mark.length > 1
  return [
    ...flavour.escapes.map((escape) => rule(escape, 'se')),
    // In a raw string the backslash stays, and yet the quote behind it does not end the string.
    rule(/\\["'\\\n]/, kind),
    rule(sequence(mark), kind, OUT),
    ...(flavour.isFormatted ? FORMATTED : PLACEHOLDERS),
    rule(/[^\\'"%{}\n]+|[\\'"%{}]/, kind),
    ...(isLong ? [rule(/\n/, kind)] : []),
  ]
}

const PLACEHOLDERS: readonly Rule[] = [rule(either(PERCENT_PLACEHOLDER, BRACE_PLACEHOLDER), 'si')]

const FORMATTED: readonly Rule[] = [
  rule(/\{\{|\}\}/, 'se'),
  rule(/\{/, 'si', 'replacement'),
  rule(/\}/, 'si'),
]

const REPLACEMENT_END = sequence(optional('=', /\s*/), optional(/![rsa]/), /[:}]/)
const OPENING_BRACKET = rule(/[{([]/, 'p', 'brackets')

function replacement(expression: readonly Rule[]): Rule[] {
  return [rule(REPLACEMENT_END, 'si', OUT), OPENING_BRACKET, SPACE, ...expression]
}

function brackets(expression: readonly Rule[]): Rule[] {
  return [OPENING_BRACKET, rule(/[\])}]/, 'p', OUT), SPACE, ...expression]
}
