import type { Anchor } from '@oficina/web/anchored.tsx'

import { openEmojiPicker } from '../../emoji/emoji-picker-host.tsx'
import { messages, type Message } from '../../state/conversations/messages.ts'
import type { ReactionEmoji } from '../../state/conversations/reactions.ts'
import { ownId } from '../../state/part.ts'
import { reactionGroups } from './reaction-groups.ts'
import { toggleReaction } from './reactions.tsx'

/** Lets the person choose an emoji to react with; one that they gave already is taken back. */
export function chooseReaction(message: Message, anchor: Anchor): void {
  openEmojiPicker({
    anchor,
    onChoose: ({ name, code, kind }) =>
      void giveOrTake(message.id, { emoji_name: name, emoji_code: code, reaction_type: kind }),
  })
}

const THUMB: ReactionEmoji = {
  emoji_name: '+1',
  emoji_code: '1f44d',
  reaction_type: 'unicode_emoji',
}

/** Gives one's thumb, or takes it back. */
export function thumbsUp({ id }: Message): Promise<void> {
  return giveOrTake(id, THUMB)
}

/** Agrees with the first reaction, or takes that back. @returns whether there is one */
export function agreeWithFirst({ id, reactions }: Message): boolean {
  const [first] = reactionGroups(reactions, ownId())
  if (first === undefined) return false
  void toggleReaction(id, first, first.isOwn)
  return true
}

function giveOrTake(id: number, emoji: ReactionEmoji): Promise<void> {
  const groups = reactionGroups(messages.peek(id)?.reactions ?? [], ownId())
  const isOwn = groups.some(
    ({ emoji_code: code, reaction_type: kind, isOwn: own }) =>
      own && code === emoji.emoji_code && kind === emoji.reaction_type,
  )
  return toggleReaction(id, emoji, isOwn)
}
