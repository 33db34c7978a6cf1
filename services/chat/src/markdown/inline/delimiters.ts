/**
 * Stars and tildes around bold, italic and struck-through text. Delimiters are paired by a stack: each is compared with
 * the open ones before it, so the text is read once.
 */

import { between, CLAIMED, FENCED_OFF, type ClaimedText } from './claimed-text.ts'

export interface Stretch {
  readonly start: number
  readonly end: number
}

/** The text between two delimiters, and the elements that it becomes, the outer one first. */
export interface Span {
  readonly tags: readonly string[]
  readonly opening: Stretch
  readonly closing: Stretch
}

// Deeper emphasis is shown as text: nobody sees a difference, and whatever walks the document must go as deep.
const MAX_NESTED = 100

const SPACE = /\s/

function isSpace(text: string, place: number): boolean {
  return SPACE.test(text[place] ?? '')
}

const RUNS = /\*+|[\^\n]/g

/**
 * Three stars make text bold and italic. They bind tighter than mentions and links, so the text between them must not
 * contain a star, a caret or a line end; and they touch the text that they enclose.
 */
export function tripleStars(text: string): readonly Span[] {
  if (!text.includes('***')) return []
  const spans: Span[] = []
  let open: Stretch[] = []
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (!run.startsWith('*')) open = []
    else {
      const left = closeTriples(text, open, { start: index, end: index + run.length }, spans)
      if (left.start < left.end && open.length < MAX_NESTED) open.push(left)
    }
  }
  return spans.toSorted((a, b) => a.opening.start - b.opening.start)
}

/** Pairs a run of stars with earlier runs, three stars at a time, and returns what is left of it. */
function closeTriples(text: string, open: Stretch[], run: Stretch, spans: Span[]): Stretch {
  let { start } = run
  if (isSpace(text, start - 1)) return run
  const last = Math.min(run.end, start + 3 * MAX_NESTED) - 3
  for (let opener = open.at(-1); opener !== undefined && start <= last; opener = open.at(-1)) {
    if (!isTripleOpener(text, opener)) break
    open.pop()
    const opening = { start: opener.end - 3, end: opener.end }
    if (opening.start > opener.start) open.push({ start: opener.start, end: opening.start })
    spans.push({ tags: ['strong', 'em'], opening, closing: { start, end: start + 3 } })
    start += 3
  }
  return { start, end: run.end }
}

function isTripleOpener(text: string, { start, end }: Stretch): boolean {
  return end - start >= 3 && !isSpace(text, end)
}

/** Later readers see a space here, as at the end of a text; for the text outside, two characters hide it. */
export const EDGE = '\u2028'
const OPENING_MASK = FENCED_OFF + FENCED_OFF + EDGE
const CLOSING_MASK = EDGE + FENCED_OFF + FENCED_OFF

/** For everything that is read later, the text inside three stars begins and ends there. */
export function fenceOff(source: ClaimedText, spans: readonly Span[]): ClaimedText {
  if (spans.length === 0) return source
  const stretches = spans.flatMap(({ opening, closing }) => [
    { ...opening, mask: OPENING_MASK },
    { ...closing, mask: CLOSING_MASK },
  ])
  const parts: string[] = []
  let at = 0
  for (const { start, end, mask } of stretches.toSorted((a, b) => a.start - b.start)) {
    parts.push(source.mask.slice(at, start), mask)
    at = end
  }
  return { ...source, mask: parts.join('') + source.mask.slice(at) }
}

/** Spans whose delimiters have not been claimed since. */
export function untouched(source: ClaimedText, spans: readonly Span[]): readonly Span[] {
  return spans.filter(
    ({ opening, closing }) =>
      source.mask[opening.start] !== CLAIMED && source.mask[closing.start] !== CLAIMED,
  )
}

/** Those of some ordered spans that lie entirely in a stretch. */
export function spansWithin(spans: readonly Span[], stretch: Stretch): readonly Span[] {
  return between(spans, stretch, ({ opening }) => opening.start).filter(
    ({ closing }) => closing.end <= stretch.end,
  )
}

/** Bold, italic and struck-through text, in this order: earlier findings are closed to later rules. */
export function pairDelimiters(mask: string, fenced: readonly Span[]): readonly Span[] {
  const strong = mask.includes('**') ? [...fenced, ...doubleStars(mask)] : fenced
  const emphasized = mask.includes('*') ? pairUp(mask, strong, SINGLE_STARS) : strong
  return mask.includes('~~') ? pairUp(mask, emphasized, DOUBLE_TILDES) : emphasized
}

/** Two stars and the next two on the same line, whatever is between them. */
function doubleStars(mask: string): readonly Span[] {
  const spans: Span[] = []
  let lineEnd = -1
  for (let at = mask.indexOf('**'); at !== -1; at = mask.indexOf('**', at)) {
    if (lineEnd < at) lineEnd = endOfLine(mask, at)
    const close = mask.indexOf('**', at + 3)
    if (close === -1) break
    if (close > lineEnd) at = lineEnd
    else {
      const [opening, closing] = [at, close].map((start) => ({ start, end: start + 2 }))
      if (opening !== undefined && closing !== undefined) {
        spans.push({ tags: ['strong'], opening, closing })
      }
      at = close + 2
    }
  }
  return spans
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

interface DelimiterRule {
  readonly tag: string
  /** Delimiters, and characters that such text cannot span. */
  readonly marks: RegExp
  readonly delimiter: string
  canEnclose(mask: string, opening: Stretch, closing: Stretch): boolean
}

/** A star on both sides of text without spaces at its ends, on one line and without a caret. */
const SINGLE_STARS: DelimiterRule = {
  tag: 'em',
  marks: /\*|[\^\n]/g,
  delimiter: '*',
  canEnclose: (mask, { end }, { start }) =>
    start > end && !isSpace(mask, end) && !isSpace(mask, start - 1),
}

/** Exactly two tildes on both sides of text without any, on one line. */
const DOUBLE_TILDES: DelimiterRule = {
  tag: 'del',
  marks: /~+|\n/g,
  delimiter: '~~',
  canEnclose: () => true,
}

/** The known spans and those that a rule adds; no two cross. */
function pairUp(mask: string, known: readonly Span[], rule: DelimiterRule): readonly Span[] {
  const spans = [...known]
  const edges = edgesOf(known)
  // The waiting openers, for each span around the current position.
  const waiting: Stretch[][] = [[]]
  let edge = 0
  for (const { 0: mark, index } of mask.matchAll(rule.marks)) {
    for (; (edges[edge]?.end ?? mask.length) <= index; edge += 1) enterOrLeave(waiting, edges[edge])
    const isPart = index >= (edges[edge]?.start ?? mask.length)
    const openers = waiting.at(-1)
    if (isPart || openers === undefined) continue
    const stretch = { start: index, end: index + mark.length }
    if (mark !== rule.delimiter) openers.length = 0
    else spans.push(...closed(mask, openers, stretch, rule))
  }
  return spans
}

/** The span that a delimiter closes; if it closes none, it waits for one that closes it. */
function closed(
  mask: string,
  openers: Stretch[],
  delimiter: Stretch,
  rule: DelimiterRule,
): readonly Span[] {
  const opening = openers.at(-1)
  if (opening !== undefined && rule.canEnclose(mask, opening, delimiter)) {
    openers.pop()
    return [{ tags: [rule.tag], opening, closing: delimiter }]
  }
  if (openers.length < MAX_NESTED) openers.push(delimiter)
  return []
}

interface Edge extends Stretch {
  readonly span: Span
  readonly isOpening: boolean
}

/** Where spans begin and end, in text order. */
export function edgesOf(spans: readonly Span[]): readonly Edge[] {
  return spans
    .flatMap((span) => [
      { ...span.opening, span, isOpening: true },
      { ...span.closing, span, isOpening: false },
    ])
    .toSorted((a, b) => a.start - b.start)
}

function enterOrLeave(waiting: Stretch[][], edge: Edge | undefined): void {
  if (edge?.isOpening === true) waiting.push([])
  else waiting.pop()
}
