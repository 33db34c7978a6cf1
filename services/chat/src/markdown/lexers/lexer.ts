/**
 * A small machine for highlighting: states, each a list of rules tried in order at the current
 * position. Token kinds are the short class names that the common style sheets for code know
 * (`k` keyword, `nf` function name, `s2` double-quoted string and so on; empty for plain text).
 */

import { escapePattern } from '../pattern.ts'

export interface Token {
  readonly kind: string
  readonly text: string
}

/**
 * One rule: what to match, the kind of the match (or of each group), and where to go on.
 * `to` is a state to enter, `'#pop'` to leave, or several of them one after the other.
 */
export interface Rule {
  readonly match: RegExp
  readonly kind: string | readonly string[]
  readonly to?: string | readonly string[]
}

/** States by name; the machine starts in `root`. */
export type States = Readonly<Record<string, readonly Rule[]>>

export type Lexer = (text: string) => Token[]

/** A rule; the pattern is made sticky so that it only matches where the machine stands. */
export function rule(
  match: RegExp,
  kind: string | readonly string[],
  to?: string | readonly string[],
): Rule {
  const flags = match.flags.includes('y') ? match.flags : `${match.flags}y`
  const sticky = new RegExp(match.source, flags)
  return to === undefined ? { match: sticky, kind } : { match: sticky, kind, to }
}

/** A pattern for any of the words, on word boundaries. */
export function words(list: string, flags = ''): RegExp {
  const sorted = list.trim().split(/\s+/).toSorted().toReversed()
  return new RegExp(String.raw`(?:${sorted.map(escapePattern).join('|')})\b`, flags)
}

const MAX_EMPTY_MOVES = 20

export function createLexer(states: States): Lexer {
  return (text) => run(states, text)
}

function run(states: States, text: string): Token[] {
  const tokens: Token[] = []
  const stack: string[] = ['root']
  let position = 0
  let emptyMoves = 0
  while (position < text.length) {
    const found = firstMatch(states[stack.at(-1) ?? 'root'] ?? [], text, position)
    if (found === undefined) {
      // Nothing fits: one character as an error, and a line end brings the machine back to the start.
      const char = text[position] ?? ''
      if (char === '\n') stack.splice(0, stack.length, 'root')
      tokens.push({ kind: char === '\n' ? '' : 'err', text: char })
      position += 1
      continue
    }
    pushTokens(found, tokens)
    move(stack, found.rule.to)
    const length = found.match[0].length
    // A rule that matches nothing may only change the state, and not for ever.
    emptyMoves = length === 0 ? emptyMoves + 1 : 0
    position += length === 0 && emptyMoves > MAX_EMPTY_MOVES ? 1 : length
  }
  return tokens
}

interface Found {
  readonly rule: Rule
  readonly match: RegExpExecArray
}

function firstMatch(rules: readonly Rule[], text: string, position: number): Found | undefined {
  for (const candidate of rules) {
    candidate.match.lastIndex = position
    const match = candidate.match.exec(text)
    if (match !== null) return { rule: candidate, match }
  }
  return undefined
}

function pushTokens(found: Found, tokens: Token[]): void {
  const { kind } = found.rule
  if (typeof kind === 'string') {
    if (found.match[0] !== '') tokens.push({ kind, text: found.match[0] })
    return
  }
  for (const [index, groupKind] of kind.entries()) {
    const text = found.match[index + 1]
    if (text !== undefined && text !== '') tokens.push({ kind: groupKind, text })
  }
}

function move(stack: string[], to: string | readonly string[] | undefined): void {
  if (to === undefined) return
  for (const step of typeof to === 'string' ? [to] : to) {
    if (step !== '#pop') stack.push(step)
    else if (stack.length > 1) stack.pop()
  }
}
