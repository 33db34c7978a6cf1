import type { GlyphOf } from '../../emoji/emoji-glyph.tsx'

/** What a suggestion shows before its words. */
export type SuggestionPicture =
  | { readonly kind: 'person'; readonly userId: number }
  | { readonly kind: 'icon'; readonly svg: string }
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'emoji'; readonly emoji: GlyphOf }

/** One choice of the list at the caret. */
export interface Suggestion {
  readonly key: string
  readonly label: string
  readonly detail?: string | undefined
  readonly picture?: SuggestionPicture | undefined
  /** What takes the place of what was typed. */
  readonly insert: string
  /** Where the caret stands in it; at its end unless said. */
  readonly caret?: number
  /** Done instead of only writing: such as asking for a time. */
  readonly run?: (() => void) | undefined
  /** Written by `>` instead of Enter: what begins a topic of the channel. */
  readonly insertForTopic?: string | undefined
}

/** The conversation that is written to: those who are in it come first. */
export interface ConversationHere {
  readonly channelId: number | undefined
  readonly topic: string | undefined
  readonly userIds: readonly number[]
}

export const MAX_SUGGESTIONS = 8
