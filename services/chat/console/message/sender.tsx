import { Avatar } from '../people/avatar.tsx'
import { isMarkedGuest } from '../people/guest-mark.ts'
import { StatusEmoji } from '../people/status-emoji.tsx'
import { openUserCard } from '../people/user-card-state.ts'
import type { Message } from '../state/conversations/messages.ts'
import { person } from '../state/people/people.ts'
import { words } from '../words/message.ts'

/** The sender's picture, which opens their card. */
export function SenderPicture({ message }: { readonly message: Message }) {
  const { sender_id: id } = message
  const sender = person(id)
  const name = sender?.full_name ?? message.sender_full_name
  const url = sender === undefined ? message.avatar_url : sender.avatar_url
  return (
    <button
      type="button"
      class="sender-picture"
      title={words('cardOf', { name })}
      // The name beside it does the same, for those who hear the page or have no pointer.
      tabIndex={-1}
      aria-hidden="true"
      onClick={(event) => openUserCard(id, event.currentTarget)}
    >
      <Avatar of={{ user_id: id, full_name: name, avatar_url: url }} />
    </button>
  )
}

/** Who wrote it, and what they are. */
export function SenderLine({ message }: { readonly message: Message }) {
  const sender = person(message.sender_id)
  return (
    <div class="sender-line">
      <SenderName message={message} />
      {sender?.is_bot === true && <span class="sender-kind">{words('bot')}</span>}
      {isMarkedGuest(sender) && <span class="sender-kind">{words('guest')}</span>}
    </div>
  )
}

export function SenderName({ message }: { readonly message: Message }) {
  const { sender_id: id } = message
  const name = person(id)?.full_name ?? message.sender_full_name
  return (
    <>
      <button
        type="button"
        class="sender-name"
        onClick={(event) => openUserCard(id, event.currentTarget)}
      >
        {name}
      </button>
      <StatusEmoji userId={id} />
    </>
  )
}
