import starIcon from 'lucide-static/icons/star.svg'
import thumbIcon from 'lucide-static/icons/thumbs-up.svg'
import { IconButton } from '@oficina/web/button.tsx'

import type { Message } from '../state/messages.ts'
import { ownId } from '../state/part.ts'
import { words } from '../words/message.ts'
import { setStarred } from './message-time.tsx'
import { toggleReaction } from './reactions/reactions.tsx'

/** What one does most with a message, over its corner while the pointer or the keyboard is there. */
export function MessageControls({ message }: { readonly message: Message }) {
  const { id, flags } = message
  const isStarred = flags.includes('starred')
  return (
    <div class="controls">
      <IconButton icon={thumbIcon} label={words('react')} onClick={() => void thumbsUp(message)} />
      <IconButton
        icon={starIcon}
        label={isStarred ? words('unstar') : words('star')}
        aria-pressed={isStarred}
        onClick={() => void setStarred(id, !isStarred)}
      />
    </div>
  )
}

const THUMB = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }

/** Gives one's thumb, or takes it back. */
export function thumbsUp({ id, reactions }: Message): Promise<void> {
  const isOwn = reactions.some(
    ({ user_id: userId, emoji_code: code, reaction_type: kind }) =>
      userId === ownId() && code === THUMB.emoji_code && kind === THUMB.reaction_type,
  )
  return toggleReaction(id, THUMB, isOwn)
}
