import { classes } from '@oficina/web/dom.ts'
import { language } from '@oficina/web/language.ts'
import { toast } from '@oficina/web/toasts.tsx'

import type { Message } from '../../state/conversations/messages.ts'
import { react, type ReactionEmoji } from '../../state/conversations/reactions.ts'
import { userSettings } from '../../state/own/own.ts'
import { ownId } from '../../state/part.ts'
import { person } from '../../state/people/people.ts'
import { words } from '../../words/message.ts'
import { areFew, reactionGroups, type ReactionGroup } from './reaction-groups.ts'
import { ReactionSign } from './reaction-sign.tsx'

/** The reactions below a message; pressing one gives or takes one's own. */
export function Reactions({ message }: { readonly message: Message }) {
  if (message.reactions.length === 0) return null
  const groups = reactionGroups(message.reactions, ownId())
  const isNamed = userSettings.value?.display_emoji_reaction_users === true && areFew(groups)
  return (
    <div class="reactions" role="group" aria-label={words('reactions')}>
      {groups.map((group) => (
        <ReactionButton key={group.key} messageId={message.id} group={group} isNamed={isNamed} />
      ))}
    </div>
  )
}

interface ReactionButtonProps {
  readonly messageId: number
  readonly group: ReactionGroup
  readonly isNamed: boolean
}

function ReactionButton({ messageId, group, isNamed }: ReactionButtonProps) {
  const told = tooltip(group)
  return (
    <button
      type="button"
      class={classes('reaction', group.isOwn && 'mine')}
      aria-pressed={group.isOwn}
      title={told}
      onClick={() => void toggleReaction(messageId, group, group.isOwn)}
    >
      <span class="hidden">{told}</span>
      <ReactionSign emoji={group} />
      <span class="reaction-count" aria-hidden="true">
        {isNamed ? namesOf(group).join(', ') : group.userIds.length}
      </span>
      <span class="hidden">{told}</span>
    </button>
  )
}

/** Gives or takes one's own reaction; a refusal is told. */
export async function toggleReaction(
  messageId: number,
  { emoji_name, emoji_code, reaction_type }: ReactionEmoji,
  isOwn: boolean,
): Promise<void> {
  try {
    await react(messageId, { emoji_name, emoji_code, reaction_type }, isOwn ? 'remove' : 'add')
  } catch {
    toast({ text: words('reactionFailed'), tone: 'danger' })
  }
}

// A list of thousands is no tooltip.
const MOST_TOLD = 30

function namesOf({ userIds }: ReactionGroup): readonly string[] {
  const me = ownId()
  const others = userIds.filter((id) => id !== me).slice(0, MOST_TOLD)
  const names = others.map((id) => person(id)?.full_name ?? '…')
  return userIds.includes(me) ? [words('you'), ...names] : names
}

function tooltip(group: ReactionGroup): string {
  const emoji = `:${group.emoji_name}:`
  if (group.isOwn && group.userIds.length === 1) return words('reactedYou', { emoji })
  const names = [...namesOf(group)]
  const others = group.userIds.length - names.length
  if (others > 0) names.push(words('others', { count: others }))
  const list = new Intl.ListFormat(language.value).format(names)
  const key = group.userIds.length === 1 ? 'reactedOne' : 'reactedMany'
  return words(key, { names: list, emoji })
}
