/**
 * The syntax of mentions and channel links. The character before the `@` or `#` decides whether it starts one: the
 * start of the text, white space, or an opening mark.
 */

import { behind, either, everywhere, group } from '../pattern-parts.ts'

const BEFORE = behind(either(/^/, /[\s"'([{</]/))

const SILENT = group(/_?/)
const NAME = group(/[^*]+/)
const CHANNEL = group(/[^*>]+/)
const TOPIC = group(/[^*]*/)
const MESSAGE = group(/[0-9]+/)

/** `@**name**`, `@_**name**` (silent); groups: silent mark, name. */
export const USER_MENTIONS = everywhere(BEFORE, '@', SILENT, '**', NAME, '**')

/** `@*group*`, `@_*group*` (silent); groups: silent mark, name. */
export const GROUP_MENTIONS = everywhere(BEFORE, '@', SILENT, '*', NAME, '*')

/** `#**channel**`; group: channel. */
export const CHANNEL_LINKS = everywhere(BEFORE, '#**', NAME, '**')

/** `#**channel>topic**`; groups: channel, topic (empty for the topic without a name). */
export const TOPIC_LINKS = everywhere(BEFORE, '#**', CHANNEL, '>', TOPIC, '**')

/** `#**channel>topic@message**`; groups: channel, topic, message. */
export const MESSAGE_LINKS = everywhere(BEFORE, '#**', CHANNEL, '>', TOPIC, '@', MESSAGE, '**')

/** Quoted text never notifies: every mention in it becomes silent. */
export function silenceMentions(text: string): string {
  if (!text.includes('@')) return text
  return text.replace(USER_MENTIONS, '@_**$2**').replace(GROUP_MENTIONS, '@_*$2*')
}

export type Wildcard = 'channel' | 'topic'

const CHANNEL_WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'stream', 'channel'])

export function wildcardNamed(name: string): Wildcard | undefined {
  if (CHANNEL_WILDCARDS.has(name)) return 'channel'
  return name === 'topic' ? 'topic' : undefined
}

export interface MentionTarget {
  readonly name: string | undefined
  readonly userId: number | undefined
}

/** Reads `name`, `name|id` or `|id`. */
export function parseMention(text: string): MentionTarget {
  const match = /^([^\n]+)?\|(\d+)$/.exec(text)
  if (match === null) return { name: text, userId: undefined }
  return { name: match[1], userId: Number(match[2]) }
}
