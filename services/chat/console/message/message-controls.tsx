import menuIcon from 'lucide-static/icons/ellipsis-vertical.svg'
import quoteIcon from 'lucide-static/icons/message-square-quote.svg'
import reactIcon from 'lucide-static/icons/smile-plus.svg'
import starIcon from 'lucide-static/icons/star.svg'
import { IconButton } from '@oficina/web/button.tsx'

import { openMessageMenu } from '../message-actions/message-menu.tsx'
import { quoteMessage } from '../message-actions/reply.ts'
import type { Message } from '../state/conversations/messages.ts'
import { words } from '../words/message.ts'
import { setStarred } from './message-time.tsx'
import { chooseReaction } from './reactions/choose-reaction.ts'

/** What one does most with a message, over its corner while the pointer or the keyboard is there. */
export function MessageControls({ message }: { readonly message: Message }) {
  const { id, flags } = message
  const isStarred = flags.includes('starred')
  return (
    <div class="controls">
      <IconButton
        icon={reactIcon}
        label={words('react')}
        onClick={(event) => chooseReaction(message, event.currentTarget)}
      />
      <IconButton
        icon={quoteIcon}
        label={words('reply')}
        onClick={() => void quoteMessage(message)}
      />
      <IconButton
        icon={starIcon}
        label={isStarred ? words('unstar') : words('star')}
        aria-pressed={isStarred}
        onClick={() => void setStarred(id, isStarred ? 'plain' : 'starred')}
      />
      <IconButton
        icon={menuIcon}
        label={words('menu')}
        aria-haspopup="menu"
        onClick={(event) => openMessageMenu(message, event.currentTarget)}
      />
    </div>
  )
}
