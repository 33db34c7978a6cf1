/** Shell scripts by the Bash manual, and patches by the manual of diffutils. */

import {
  createLexer,
  lineComment,
  OUT,
  rule,
  SPACE,
  startsText,
  when,
  wordKinds,
  type Rule,
} from './lexer.ts'
import { ahead, either, marks, optional, quotedLines, sequence } from '../pattern-parts.ts'

const NAME = /[a-zA-Z_][a-zA-Z0-9_]*/

const EXPANSIONS: readonly Rule[] = [
  rule(/\$\(\(/, 'k', 'arithmetic'),
  rule(/\$\(/, 'k', 'command'),
  rule(/\$\{[#!]?/, 'si', 'parameter'),
  // A name, a positional parameter, or one of the special parameters.
  rule(sequence('$', either(NAME, /[0-9]+/, /[*@#?$!_-]/)), 'nv'),
  rule(/\$/, ''),
]

const KEYWORDS = `break case continue do done elif else esac fi for function if in return select then
  until while`

const BUILT_IN = `alias bg bind builtin caller cd command compgen complete declare dirs disown echo
  enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout popd
  printf pushd pwd read readonly set shift shopt source suspend test time times trap true type
  typeset ulimit umask unalias unset wait`

const WORD_KINDS = wordKinds({ k: KEYWORDS, nb: BUILT_IN })

function wordKind(word: string): string {
  return WORD_KINDS.get(word) ?? (/^[0-9]+$/.test(word) ? 'm' : '')
}

// A here-document with the word that ends it, which may be quoted; the body is taken as it stands.
const HERE_WORD = /(?<quote>["']?)\\?(?<end>[\w.-]+)\k<quote>/
const HERE_END = String.raw`\n\t*\k<end>(?=\n|$)`
const HERE_DOCUMENT = new RegExp(`<<-?[ \\t]*${HERE_WORD.source}[^]*?${HERE_END}`, 'u')

const BACKTICKS = rule(/`/, 'sb', 'backticks')

const COMMAND: readonly Rule[] = [
  SPACE,
  when(startsText, lineComment('#!', 'ch')),
  lineComment('#'),
  rule(/\\[^]/, 'se'),
  rule(sequence(NAME, ahead(optional('+'), '=')), 'nv'),
  rule(marks('<<< && || += = [ ] { } ( )'), 'o'),
  rule(HERE_DOCUMENT, 's'),
  rule(/"/, 's2', 'text'),
  rule(/'[^']*'/, 's1'),
  rule(sequence('$', quotedLines("'")), 's1'),
  rule(/[;&|]/, 'p'),
  rule(/[<>]+/, ''),
  BACKTICKS,
  ...EXPANSIONS,
  rule(/[^\s=[\]{}()$"'`\\<>&|;]+/, wordKind),
]

const ARITHMETIC_OPERATORS = marks('** || && << >> <= >= == != + - * / % ^ | & < > ! ~ ? :')
// `16#ff` is ff in base 16.
const INTEGER = either(/0[xX][0-9a-fA-F]+/, /[0-9]+#[0-9a-zA-Z@_]+/, /[0-9]+/)

export const shell = createLexer({
  root: COMMAND,
  text: [rule(/"/, 's2', OUT), rule(/[^"\\$`]+|\\[^]|\\/, 's2'), BACKTICKS, ...EXPANSIONS],
  parameter: [
    rule(/\}/, 'si', OUT),
    rule(marks(':- := :? :+'), 'k'),
    rule(/[a-zA-Z0-9_]+/, 'nv'),
    rule(/[^}"'`$\\a-zA-Z0-9_:]+|:/, 'p'),
    ...COMMAND,
  ],
  command: [rule(/\)/, 'k', OUT), ...COMMAND],
  backticks: [rule(/`/, 'sb', OUT), ...COMMAND],
  arithmetic: [
    rule(/\)\)/, 'k', OUT),
    rule(ARITHMETIC_OPERATORS, 'o'),
    rule(INTEGER, 'm'),
    rule(NAME, 'nv'),
    ...COMMAND,
  ],
})

// How a line of a patch begins, in the unified, the context and the normal format.
const LINE_KINDS: Readonly<Record<string, readonly string[]>> = {
  gh: ['diff', 'index', 'Index', '='],
  gd: ['-', '< '],
  gi: ['+', '> '],
  gu: ['@'],
  gs: ['!'],
}

const EDIT_COMMAND = /^[0-9]+(?:,[0-9]+)?[acd][0-9]+(?:,[0-9]+)?$/

function patchLineKind(line: string): string {
  if (line === '---') return 'gs'
  if (EDIT_COMMAND.test(line)) return 'gu'
  for (const [kind, beginnings] of Object.entries(LINE_KINDS)) {
    if (beginnings.some((beginning) => line.startsWith(beginning))) return kind
  }
  return ''
}

export const diff = createLexer({
  root: [rule(/\n/, 'w'), rule(/( )([^\n]*)/, ['w', '']), rule(/[^\n]+/, patchLineKind)],
})
