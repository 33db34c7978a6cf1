/** As reactions name their kinds. */
type EmojiKind = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'

/** An emoji that a person can choose, write and react with. */
export interface Emoji {
  readonly kind: EmojiKind
  /** Its code points, or the id of a custom one. */
  readonly code: string
  /** What is written between colons. */
  readonly name: string
  /** Other names that mean the same. */
  readonly aliases: readonly string[]
  /** Words in two languages by which it is found. */
  readonly words: string
  /** Its place among the categories. */
  readonly group: EmojiGroup
  /** The picture of a custom one, and one that stands still. */
  readonly url?: string
  /** Its characters in the person's skin tone, which have no name. */
  readonly toned?: string
}

export const EMOJI_GROUPS = [
  'frequent',
  'custom',
  'smileys',
  'people',
  'nature',
  'food',
  'activities',
  'travel',
  'objects',
  'symbols',
  'flags',
] as const

export type EmojiGroup = (typeof EMOJI_GROUPS)[number]
