import { useState } from 'preact/hooks'
import { Link } from '@oficina/web/link.tsx'

import type { Message } from '../state/messages.ts'
import { person } from '../state/people.ts'
import { userStatuses } from '../state/user-status.ts'
import { words } from '../words/message.ts'
import { ReactionSign } from './reactions/reaction-sign.tsx'

/** The sender's picture, which leads to who they are. */
export function SenderPicture({ message }: { readonly message: Message }) {
  const { sender_id: id } = message
  const sender = person(id)
  const name = sender?.full_name ?? message.sender_full_name
  const [isMissing, setMissing] = useState(false)
  const url = sender?.avatar_url ?? message.avatar_url
  return (
    <Link to={`/user/${id}`} class="sender-picture" tabIndex={-1} title={words('cardOf', { name })}>
      {url?.startsWith('/user_avatars/') === true && !isMissing ? (
        <img src={url} alt="" loading="lazy" onError={() => setMissing(true)} />
      ) : (
        <span aria-hidden="true">{name.slice(0, 1).toLocaleUpperCase()}</span>
      )}
      <span class="hidden">{words('cardOf', { name })}</span>
    </Link>
  )
}

/** Who wrote it, and what they are. */
export function SenderLine({ message }: { readonly message: Message }) {
  const sender = person(message.sender_id)
  return (
    <div class="sender-line">
      <SenderName message={message} />
      {sender?.is_bot === true && <span class="sender-kind">{words('bot')}</span>}
      {sender?.is_guest === true && <span class="sender-kind">{words('guest')}</span>}
    </div>
  )
}

export function SenderName({ message }: { readonly message: Message }) {
  const { sender_id: id } = message
  const name = person(id)?.full_name ?? message.sender_full_name
  return (
    <>
      <Link to={`/user/${id}`} class="sender-name">
        {name}
      </Link>
      <StatusSign userId={id} />
    </>
  )
}

function StatusSign({ userId }: { readonly userId: number }) {
  const { emoji_name, emoji_code, reaction_type, status_text } = userStatuses.get(userId) ?? {}
  if (emoji_name === undefined || emoji_code === undefined || reaction_type === undefined) {
    return null
  }
  return (
    <span class="sender-status" title={status_text ?? `:${emoji_name}:`}>
      <ReactionSign emoji={{ emoji_name, emoji_code, reaction_type }} />
    </span>
  )
}
