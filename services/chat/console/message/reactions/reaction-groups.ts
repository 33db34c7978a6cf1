import type { ReactionObject } from '../../../wire/messages.ts'
import type { ReactionEmoji } from '../../state/conversations/reactions.ts'

/** One emoji below a message, with those who reacted so. */
export interface ReactionGroup extends ReactionEmoji {
  readonly key: string
  readonly userIds: readonly number[]
  readonly isOwn: boolean
}

/** Reactions by emoji, in the order in which each was first given. */
export function reactionGroups(
  reactions: readonly ReactionObject[],
  ownUserId: number,
): readonly ReactionGroup[] {
  const groups = new Map<string, { readonly emoji: ReactionEmoji; readonly userIds: Set<number> }>()
  for (const { emoji_name, emoji_code, reaction_type, user_id: userId } of reactions) {
    const key = `${reaction_type} ${emoji_code}`
    const known = groups.get(key)
    if (known === undefined) {
      const emoji = { emoji_name, emoji_code, reaction_type }
      groups.set(key, { emoji, userIds: new Set([userId]) })
    } else known.userIds.add(userId)
  }
  return [...groups].map(([key, { emoji, userIds }]) => ({
    ...emoji,
    key,
    userIds: [...userIds],
    isOwn: userIds.has(ownUserId),
  }))
}

// With more than these, names would take more room than the message.
const MOST_NAMED = 3

/** Whether those who reacted are few enough to show their names instead of counts. */
export function areFew(groups: readonly ReactionGroup[]): boolean {
  return groups.reduce((sum, { userIds }) => sum + userIds.length, 0) <= MOST_NAMED
}
