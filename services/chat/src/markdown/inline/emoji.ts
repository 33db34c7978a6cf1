/** Emoji by name, by character and, if the author wants it, by emoticon. */

import { codeOfCharacters, emojiCode, emojiName } from '../emoji-names.ts'
import type { MarkdownContext } from '../markdown-context.ts'
import { either, notAhead, notBehind, sequence } from '../pattern-parts.ts'
import { element, type Element } from '../tree/tree.ts'

/** The organization's own emoji have precedence. */
export function namedEmoji(context: MarkdownContext, name: string): Element | undefined {
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
  const attributes = {
    'aria-label': title,
    class: `emoji emoji-${code}`,
    role: 'img',
    title,
  }
  return element('span', attributes, [`:${name}:`])
}

const CHARACTER = String.raw`\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]+\u{E007F})?`
const FLAG = String.raw`\p{RI}\p{RI}`
/** The grammar of emoji sequences in Unicode's report on emoji (UTS 51). */
export const EMOJI_SEQUENCE = new RegExp(
  `${FLAG}|${CHARACTER}(?:\\u200D(?:${FLAG}|${CHARACTER}))*`,
  'u',
)
// Arrows, digits and the like are text unless a selector asks for the picture.
const TEXT_BY_DEFAULT = /^\P{Emoji_Presentation}\u20E3?$/u

export function typedEmoji(characters: string): Element | undefined {
  if (TEXT_BY_DEFAULT.test(characters)) return undefined
  const code = codeOfCharacters(characters)
  const name = emojiName(code)
  return name === undefined ? undefined : glyphEmoji(code, name)
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

// Only white space, brackets, quotes and punctuation may touch an emoticon.
const TOUCHING = /[^ \t\n()[\]"'.,;!?]/
export const EMOTICON = sequence(
  notBehind(TOUCHING),
  either(...Object.keys(EMOTICONS)),
  notAhead(TOUCHING),
)

export function emoticon(written: string): Element | undefined {
  const name = EMOTICONS[written]
  return name === undefined ? undefined : glyphEmoji(emojiCode(name) ?? '', name)
}
