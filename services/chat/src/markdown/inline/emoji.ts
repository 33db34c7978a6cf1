/** Emoji by name, by character and, where the author wants it, by emoticon. */

import { codeOfCharacters, emojiCode, emojiName } from '../emoji-names.ts'
import type { InlineMatch, InlineRule } from './inline.ts'
import { either, everywhere, notAhead, notBehind } from '../pattern-parts.ts'
import type { MarkdownContext } from '../render.ts'
import { element, sealed, type Element } from '../tree/tree.ts'

const NAMED = /:[\p{L}\p{N}_+-]+:/gu

/** `:name:`; the organization's own emoji win. A name nobody knows stays as it is. */
export function namedEmojiRule(context: MarkdownContext): InlineRule {
  return {
    next: 'onwards',
    search: (text) => (from) => {
      NAMED.lastIndex = from
      const match = NAMED.exec(text)
      if (match === null) return undefined
      const written = match[0]
      const name = written.slice(1, -1)
      const piece = namedEmoji(context, name) ?? written
      return { start: match.index, end: match.index + written.length, piece }
    },
  }
}

function namedEmoji(context: MarkdownContext, name: string): Element | undefined {
  const own = context.emoji.byName(name)
  if (own !== undefined) return imageEmoji(own.sourceUrl, name)
  if (name === 'zulip') {
    return imageEmoji('/static/generated/emoji/images/emoji/unicode/zulip.png', name)
  }
  const code = emojiCode(name)
  return code === undefined ? undefined : glyphEmoji(code, name)
}

function imageEmoji(sourceUrl: string, name: string): Element {
  return element('img', {
    alt: `:${name}:`,
    class: 'emoji',
    src: sourceUrl,
    title: name.replaceAll('_', ' '),
  })
}

function glyphEmoji(code: string, name: string): Element {
  const title = name.replaceAll('_', ' ')
  const node = element('span', {
    'aria-label': title,
    class: `emoji emoji-${code}`,
    role: 'img',
    title,
  })
  node.text = sealed(`:${name}:`)
  return node
}

const CHARACTER = String.raw`\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]+\u{E007F})?`
const FLAG = String.raw`\p{RI}\p{RI}`
// The grammar of emoji sequences in Unicode's report on emoji (UTS 51).
const SEQUENCE = new RegExp(`${FLAG}|${CHARACTER}(?:\\u200D(?:${FLAG}|${CHARACTER}))*`, 'gu')
// Arrows, digits and the like are text unless a selector asks for the picture.
const TEXT_BY_DEFAULT = /^\P{Emoji_Presentation}\u20E3?$/u

export const typedEmoji: InlineRule = {
  next: 'onwards',
  search:
    (text) =>
    (from): InlineMatch | undefined => {
      SEQUENCE.lastIndex = from
      for (let match = SEQUENCE.exec(text); match !== null; match = SEQUENCE.exec(text)) {
        if (TEXT_BY_DEFAULT.test(match[0])) continue
        const code = codeOfCharacters(match[0])
        const name = emojiName(code)
        if (name === undefined) continue
        const end = match.index + match[0].length
        return { start: match.index, end, piece: glyphEmoji(code, name) }
      }
      return undefined
    },
}

const EMOTICONS: Readonly<Record<string, string>> = {
  ':)': 'slight_smile',
  '(:': 'slight_smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}

// An emoticon stands free: only white space, brackets, quotes and punctuation may touch it.
const TOUCHING = /[^ \t\n()[\]"'.,;!?]/
const EMOTICON = everywhere(
  notBehind(TOUCHING),
  either(...Object.keys(EMOTICONS)),
  notAhead(TOUCHING),
)

export const emoticons: InlineRule = {
  next: 'onwards',
  search: (text) => (from) => {
    EMOTICON.lastIndex = from
    const match = EMOTICON.exec(text)
    if (match === null) return undefined
    const name = EMOTICONS[match[0]] ?? ''
    const piece = glyphEmoji(emojiCode(name) ?? '', name)
    return { start: match.index, end: match.index + match[0].length, piece }
  },
}
