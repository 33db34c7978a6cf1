/** Bold, italic, struck-through text, line breaks, entities and formulas within a line. */

import type { InlineMatch, InlineRule } from './inline.ts'
import { renderTex } from './math.ts'
import type { Piece } from './stash.ts'
import { element, open, sealed, type Element } from './tree.ts'

function regexRule(
  pattern: RegExp,
  next: InlineRule['next'],
  make: (inner: string, whole: string) => Piece,
): InlineRule {
  return {
    next,
    search:
      (text) =>
      (from): InlineMatch | undefined => {
        pattern.lastIndex = from
        const match = pattern.exec(text)
        if (match === null) return undefined
        const piece = make(match[1] ?? '', match[0])
        return { start: match.index, end: match.index + match[0].length, piece }
      },
  }
}

function tagged(tag: string): (inner: string) => Element {
  return (inner) => {
    const node = element(tag)
    node.text = open(inner)
    return node
  }
}

export const strongEmphasis: InlineRule = regexRule(
  /\*{3}(?!\s)([^*^\n]+)(?<!\s)\*{3}/g,
  'from-start',
  (inner) => {
    const strong = element('strong')
    strong.children.push(tagged('em')(inner))
    return strong
  },
)

export const strong: InlineRule = regexRule(/\*\*([^\n]+?)\*\*/g, 'from-start', tagged('strong'))

export const emphasis: InlineRule = regexRule(
  /\*(?!\s)([^*^\n]+)(?<!\s)\*/g,
  'from-start',
  tagged('em'),
)

export const struckThrough: InlineRule = regexRule(
  /(?<!~)~~([^~\n]+?)~~(?!~)/g,
  'from-start',
  tagged('del'),
)

/** A star or an underscore between spaces is itself. */
export const loneMark: InlineRule = regexRule(
  /(?:^|\s)[*_](?:\s|$)/g,
  'onwards',
  (_inner, whole) => whole,
)

/** `&amp;` and the like pass as they are. */
export const entity: InlineRule = regexRule(
  /&(?:#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z0-9]+);/g,
  'onwards',
  (_inner, whole) => ({ html: whole, source: whole }),
)

export const lineBreak: InlineRule = regexRule(/\n/g, 'onwards', () => element('br'))

/** `$$formula$$` that no word or further dollar touches. */
export const formula: InlineRule = regexRule(
  /(?<![\p{L}\p{N}_$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\p{L}\p{N}_$])/gu,
  'onwards',
  (inner, whole) => {
    const html = renderTex(inner, 'inline')
    if (html !== undefined) return { html, source: whole }
    const error = element('span', { class: 'tex-error' })
    error.text = sealed(whole)
    return error
  },
)
