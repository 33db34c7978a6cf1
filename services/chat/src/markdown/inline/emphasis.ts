/** Bold, italic, struck-through text, line breaks, entities and formulas within a line. */

import type { InlineMatch, InlineRule } from './inline.ts'
import { renderTex } from '../math.ts'
import { either, everywhere, group, many, notAhead, notBehind, sequence } from '../pattern-parts.ts'
import type { Piece } from '../tree/stash.ts'
import { element, open, sealed, type Element } from '../tree/tree.ts'

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

/** What stars enclose without a space on their inner side. */
function starred(stars: string): RegExp {
  return everywhere(stars, notAhead(/\s/), group(/[^*^\n]+/), notBehind(/\s/), stars)
}

export const strongEmphasis: InlineRule = regexRule(starred('***'), 'from-start', (inner) => {
  const strong = element('strong')
  strong.children.push(tagged('em')(inner))
  return strong
})

export const strong: InlineRule = regexRule(/\*\*([^\n]+?)\*\*/g, 'from-start', tagged('strong'))

export const emphasis: InlineRule = regexRule(starred('*'), 'from-start', tagged('em'))

export const struckThrough: InlineRule = regexRule(
  everywhere(notBehind('~'), '~~', group(/[^~\n]+/), '~~', notAhead('~')),
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
  everywhere('&', either(/#[0-9]+/, /#x[0-9a-fA-F]+/, /[a-zA-Z0-9]+/), ';'),
  'onwards',
  (_inner, whole) => ({ html: whole, source: whole }),
)

export const lineBreak: InlineRule = regexRule(/\n/g, 'onwards', () => element('br'))

const TOUCHING = /[\p{L}\p{N}_$]/u
// A dollar within is escaped, and an underscore has nothing before it to stand below.
const FORMULA = sequence(/[^_$\n]/, many(either('\\$', /[^$\n]/)))

/** `$$formula$$` that no word or further dollar touches. */
export const formula: InlineRule = regexRule(
  everywhere(notBehind(TOUCHING), '$$', group(FORMULA), '$$', notAhead(TOUCHING)),
  'onwards',
  (inner, whole) => {
    const html = renderTex(inner, 'inline')
    if (html !== undefined) return { html, source: whole }
    const error = element('span', { class: 'tex-error' })
    error.text = sealed(whole)
    return error
  },
)
