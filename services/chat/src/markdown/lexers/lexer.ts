/**
 * A small machine for highlighting: modes, each a list of rules tried in order where the machine
 * stands. A rule may ask for the place, such as the token before it. Token kinds are the short class
 * names that the common style sheets for code know (`k` keyword, `nf` function name, `s2`
 * double-quoted string and so on; empty for plain text).
 */

import { sequence, split, through } from '../pattern-parts.ts'

export interface Token {
  readonly kind: string
  readonly text: string
}

export interface Place {
  /** The last token that is neither white space nor a comment; empty at the beginning. */
  readonly before: Token
  /** Whether nothing but white space and comments stands before it on its line. */
  readonly startsLine: boolean
  /** Whether it is the beginning of the text. */
  readonly startsText: boolean
}

/** The kind of what was matched, of each of its groups, or what the word and its place tell. */
type Kind = string | readonly string[] | ((text: string, place: Place) => string)

/** One rule: what to match, what it is, the mode to go on in, and where the rule holds at all. */
export interface Rule {
  readonly match: RegExp
  readonly kind: Kind
  /** A mode to enter, `OUT` to leave the present one, or several steps one after the other. */
  readonly to?: string | readonly string[]
  readonly holds?: (place: Place) => boolean
}

/** Leaves the mode for the one that was left to enter it. */
export const OUT = '(out)'

/** Modes by name; the machine starts in `root`. */
export type Modes = Readonly<Record<string, readonly Rule[]>>

export type Lexer = (text: string) => Token[]

/** A rule for the place where the machine stands. */
export function rule(match: RegExp, kind: Kind, to?: string | readonly string[]): Rule {
  const flags = `uy${match.flags.replaceAll(/[^im]/g, '')}`
  const here = new RegExp(match.source, flags)
  return to === undefined ? { match: here, kind } : { match: here, kind, to }
}

/** The rule, but only in places of a sort. */
export function when(holds: (place: Place) => boolean, limited: Rule): Rule {
  return { ...limited, holds }
}

/** Places right behind one of the words or marks. */
export function after(list: string): (place: Place) => boolean {
  const allowed = new Set(split(list))
  return (place) => allowed.has(place.before.text)
}

export function startsLine(place: Place): boolean {
  return place.startsLine
}

export function startsText(place: Place): boolean {
  return place.startsText
}

/** The kind of every word in the tables (kind to list of words); an earlier table wins. */
export function wordKinds(tables: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>()
  for (const [kind, list] of Object.entries(tables)) {
    for (const word of split(list)) if (!kinds.has(word)) kinds.set(word, kind)
  }
  return kinds
}

/** Leaves a mode where none of the rules before fits. */
export const LEAVE: Rule = rule(/(?:)/, '', OUT)

export const SPACE: Rule = rule(/\s+/, 'w')

export function lineComment(mark: string, kind = 'c1'): Rule {
  return rule(sequence(mark, /[^\n]*/), kind)
}

/** A comment that ends at a mark; one that never ends takes the rest of the text. */
export function blockComment(opening: string, closing: string, kind = 'cm'): Rule {
  return rule(sequence(opening, through(closing)), kind)
}

export function createLexer(modes: Modes): Lexer {
  return (text) => run(modes, text)
}

const MAX_EMPTY_MOVES = 20
const NOTHING: Token = { kind: '', text: '' }
const COMMENT_KINDS: ReadonlySet<string> = new Set(['c', 'c1', 'ch', 'cm'])

interface Progress {
  readonly tokens: Token[]
  before: Token
  startsLine: boolean
}

function run(modes: Modes, text: string): Token[] {
  const progress: Progress = { tokens: [], before: NOTHING, startsLine: true }
  const stack: string[] = ['root']
  let position = 0
  let emptyMoves = 0
  while (position < text.length) {
    const { before } = progress
    const place = { before, startsLine: progress.startsLine, startsText: position === 0 }
    const found = firstMatch(modes[stack.at(-1) ?? 'root'] ?? [], text, { ...place, position })
    if (found === undefined || emptyMoves > MAX_EMPTY_MOVES) {
      emptyMoves = 0
      // Nothing fits: one character as an error, and a line end brings the machine back to the start.
      const char = String.fromCodePoint(text.codePointAt(position) ?? 0)
      if (char === '\n') stack.splice(0, stack.length, 'root')
      push(progress, char === '\n' ? '' : 'err', char)
      position += char.length
      continue
    }
    pushFound(progress, found, place)
    move(stack, found.rule.to)
    const length = found.match[0].length
    // A rule that matches nothing may only change the mode, and not for ever.
    emptyMoves = length === 0 ? emptyMoves + 1 : 0
    position += length
  }
  return progress.tokens
}

interface Found {
  readonly rule: Rule
  readonly match: RegExpExecArray
}

function firstMatch(
  rules: readonly Rule[],
  text: string,
  place: Place & { readonly position: number },
): Found | undefined {
  for (const candidate of rules) {
    if (candidate.holds !== undefined && !candidate.holds(place)) continue
    candidate.match.lastIndex = place.position
    const match = candidate.match.exec(text)
    if (match !== null) return { rule: candidate, match }
  }
  return undefined
}

function pushFound(progress: Progress, found: Found, place: Place): void {
  const { kind } = found.rule
  const [whole, ...groups] = found.match
  if (typeof kind === 'string') push(progress, kind, whole)
  else if (typeof kind === 'function') push(progress, kind(whole, place), whole)
  else for (const [index, groupKind] of kind.entries()) push(progress, groupKind, groups[index])
}

function push(progress: Progress, kind: string, text: string | undefined): void {
  if (text === undefined || text === '') return
  const token = { kind, text }
  progress.tokens.push(token)
  if (COMMENT_KINDS.has(kind) || text.trim() === '') {
    progress.startsLine ||= text.includes('\n')
    return
  }
  progress.before = token
  progress.startsLine = text.endsWith('\n')
}

function move(stack: string[], to: string | readonly string[] | undefined): void {
  if (to === undefined) return
  for (const step of typeof to === 'string' ? [to] : to) {
    if (step !== OUT) stack.push(step)
    else if (stack.length > 1) stack.pop()
  }
}
