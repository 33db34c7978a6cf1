/**
 * Reads the content of a line: code, links, mentions, emphasis, emoji. A text is read in the order in which its parts
 * bind: code first, then three stars, names and formulas, links, bare addresses, the other delimiters, and last the
 * remaining text. Each step reads through the text once.
 *
 * @source docs/decisions/0301-chat-markdown.md
 */

import { linkifierClaims } from '../linkifiers.ts'
import type { MarkdownContext } from '../markdown-context.ts'
import type { Node } from '../tree/tree.ts'
import { assemble } from './assemble.ts'
import { scan, unclaimed, withClaims, type Claim, type ClaimedText } from './claimed-text.ts'
import { codeSpans } from './code-spans.ts'
import { fenceOff, pairDelimiters, tripleStars, untouched } from './delimiters.ts'
import { finishText } from './finish-text.ts'
import { formulaAt } from './formulas.ts'
import { bareLinks, links } from './links.ts'
import { channelLinkAt, mentionAt } from './mentions.ts'
import { timeAt } from './time-syntax.ts'

const ANYTHING = /[^\p{L}\p{N} ,]|\.\p{L}/u

export function parseInline(text: string, context: MarkdownContext): Node[] {
  // Most texts are plain words, which need no further reading.
  if (!ANYTHING.test(text) && context.linkifiers.length === 0) return text === '' ? [] : [text]
  const written = withClaims(unclaimed(text), codeSpans(text))
  const triples = tripleStars(written.mask)
  const fenced = fenceOff(written, triples)
  const named = withClaims(fenced, names(fenced, context))
  const linked = withClaims(named, links(named, triples, context))
  const claimed = withAddresses(linked, context)
  const spans = pairDelimiters(claimed.mask, untouched(claimed, triples))
  const whole = { start: 0, end: text.length }
  return assemble(claimed, whole, spans, (nodes) => finishText(nodes, context))
}

/** People, groups, channels, formulas and times: everything that starts with a mark of its own. */
function names({ text, mask }: ClaimedText, context: MarkdownContext): Claim[] {
  const lastClose = mask.lastIndexOf('>')
  return scan(mask, /[@#$<]/g, (place) => {
    switch (mask[place]) {
      case '@':
        return mentionAt(mask, place, context)
      case '#':
        return channelLinkAt(mask, place, context)
      case '$':
        return formulaAt({ text, mask }, place)
      default:
        return timeAt({ text, mask, lastClose, nowMs: context.nowMs }, place)
    }
  })
}

function withAddresses(source: ClaimedText, context: MarkdownContext): ClaimedText {
  let claimed = withClaims(source, bareLinks(source.mask, context.realmUrl))
  for (const linkifier of context.linkifiers) {
    claimed = withClaims(claimed, linkifierClaims(linkifier, claimed.mask, context.realmUrl))
  }
  return claimed
}
