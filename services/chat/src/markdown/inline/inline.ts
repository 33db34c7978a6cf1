/**
 * The inline engine. Rules run one after the other over the whole text of a block; what a rule has
 * made becomes a placeholder, so that the rules after it see the text around it and nothing of it.
 * Text inside a made element is open to the rules after the one that made it.
 */

import { PIECE_PLACEHOLDER, stashHtml, stashPiece, type Piece, type Stash } from '../tree/stash.ts'
import { EMPTY, open, sealed, type Element, type Run } from '../tree/tree.ts'

export interface InlineMatch {
  readonly start: number
  readonly end: number
  readonly piece: Piece
}

/** The first match at or behind `from`. */
type Finder = (from: number) => InlineMatch | undefined

export interface InlineRule {
  /** Prepares the search through one text; what it needs to know of the whole text it finds once. */
  search(text: string): Finder
  /** Where to look after a match: some matches make a longer one possible that begins before. */
  readonly next: 'onwards' | 'from-start'
}

export interface InlineEngine {
  readonly stash: Stash
  readonly rules: readonly InlineRule[]
}

/** Applies the rules to the text and tails of all elements below `root`. */
export function applyInline(engine: InlineEngine, root: Element): void {
  const pending: Element[] = [root]
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    const made: { parent: Element; nodes: Element[] }[] = []
    // The list grows while it is walked: what a tail is turned into is looked at as well.
    for (const [index, item] of current.children.entries()) {
      if (item.text.value !== '' && !item.text.sealed) {
        const expanded = expand(engine, applyRules(engine, item.text, 0))
        item.text = expanded.lead
        pending.push(...expanded.nodes)
        made.push({ parent: item, nodes: expanded.nodes })
      }
      if (item.tail.value !== '') {
        const expanded = expand(engine, applyRules(engine, item.tail, 0))
        item.tail = expanded.lead
        current.children.splice(index + 1, 0, ...expanded.nodes)
      }
      if (item.children.length > 0) pending.push(item)
    }
    for (const { parent, nodes } of made) parent.children.unshift(...nodes)
  }
}

function applyRules(engine: InlineEngine, run: Run, firstRule: number): Run {
  if (run.sealed) return run
  let text = run.value
  for (const [index, inlineRule] of engine.rules.entries()) {
    if (index >= firstRule) text = applyRule(engine, text, inlineRule, index)
  }
  return open(text)
}

function applyRule(engine: InlineEngine, text: string, rule: InlineRule, index: number): string {
  if (rule.next === 'onwards') {
    const find = rule.search(text)
    let result = ''
    let from = 0
    for (let match = find(0); match !== undefined; match = find(from)) {
      result += text.slice(from, match.start) + stashMatch(engine, match, index)
      from = match.end
    }
    return result + text.slice(from)
  }
  let result = text
  for (let match = rule.search(result)(0); match !== undefined; match = rule.search(result)(0)) {
    const placeholder = stashMatch(engine, match, index)
    result = result.slice(0, match.start) + placeholder + result.slice(match.end)
  }
  return result
}

function stashMatch(engine: InlineEngine, match: InlineMatch, index: number): string {
  if (isElement(match.piece)) applyInside(engine, match.piece, index)
  return stashPiece(engine.stash, match.piece)
}

function isElement(piece: Piece): piece is Element {
  return typeof piece !== 'string' && 'tag' in piece
}

function applyInside(engine: InlineEngine, node: Element, index: number): void {
  if (node.text.sealed) return
  for (const item of [node, ...node.children]) {
    if (item.text.value !== '') item.text = applyRules(engine, item.text, index + 1)
    if (item.tail.value !== '') item.tail = applyRules(engine, item.tail, index)
  }
}

interface Expanded {
  /** Text before the first node. */
  readonly lead: Run
  readonly nodes: Element[]
}

/** Turns placeholders back into what they stand for, all the way down. */
function expand(engine: InlineEngine, run: Run): Expanded {
  let lead = EMPTY
  const nodes: Element[] = []
  const addText = (added: Run): void => {
    const last = nodes.at(-1)
    if (added.value === '') return
    if (last === undefined) lead = join(lead, added)
    else last.tail = join(last.tail, added)
  }
  let from = 0
  for (const match of run.value.matchAll(PIECE_PLACEHOLDER)) {
    const piece = engine.stash.pieces[Number(match[1])]
    if (piece === undefined) continue
    addText(open(run.value.slice(from, match.index)))
    from = match.index + match[0].length
    if (typeof piece === 'string') addText(open(piece))
    else if (!isElement(piece)) addText(open(stashHtml(engine.stash, piece.html)))
    else {
      expandInside(engine, piece)
      nodes.push(piece)
    }
  }
  const rest = run.value.slice(from)
  addText(run.sealed ? sealed(rest) : open(rest))
  return { lead, nodes }
}

function join(before: Run, added: Run): Run {
  return before.value === '' ? added : open(before.value + added.value)
}

function expandInside(engine: InlineEngine, node: Element): void {
  const inside: Element[] = []
  const own = expand(engine, node.text)
  node.text = own.lead
  inside.push(...own.nodes)
  for (const item of node.children) {
    const text = expand(engine, item.text)
    item.text = text.lead
    item.children.unshift(...text.nodes)
    const tail = expand(engine, item.tail)
    item.tail = tail.lead
    inside.push(item, ...tail.nodes)
  }
  node.children = inside
}

/** The text that placeholders stand for, as the author wrote it or as a reader would see it. */
export function plainText(stash: Stash, text: string): string {
  return text.replace(PIECE_PLACEHOLDER, (whole, number: string) => {
    const piece = stash.pieces[Number(number)]
    if (piece === undefined) return whole
    if (typeof piece === 'string') return piece
    return isElement(piece) ? elementText(stash, piece) : piece.source
  })
}

function elementText(stash: Stash, node: Element): string {
  const own = plainText(stash, node.text.value)
  return (
    own + node.children.map((c) => elementText(stash, c) + plainText(stash, c.tail.value)).join('')
  )
}
