import starIcon from 'lucide-static/icons/star.svg'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { clockTime, exactTime } from '../feed/rows/days.ts'
import { narrowAddress } from '../narrow/narrow-address.ts'
import { directNarrow, topicNarrow } from '../narrow/narrow.ts'
import { directKeyOf, directUserIds } from '../state/conversations/direct.ts'
import { changeFlag } from '../state/conversations/flags.ts'
import type { Message } from '../state/conversations/messages.ts'
import { userSettings } from '../state/own/own.ts'
import { words } from '../words/message.ts'

/** When it was written, which is also its link, and what happened to it since. */
export function MessageTime({ message }: { readonly message: Message }) {
  const { timestamp, flags, id } = message
  const exact = exactTime(timestamp)
  const hours = userSettings.value?.twenty_four_hour_time === true ? 24 : 12
  const isStarred = flags.includes('starred')
  return (
    <div class="message-time">
      <ChangeMark message={message} />
      {isStarred && (
        <button
          type="button"
          class="star-mark"
          aria-label={words('unstar')}
          title={words('unstar')}
          onClick={() => void setStarred(id, 'plain')}
        >
          <Icon svg={starIcon} />
        </button>
      )}
      <Link to={messageAddress(message)} title={exact} tabIndex={-1}>
        <time dateTime={new Date(timestamp * 1000).toISOString()}>
          {clockTime(timestamp, hours)}
        </time>
      </Link>
    </div>
  )
}

function ChangeMark({ message }: { readonly message: Message }) {
  const { last_edit_timestamp: edited, last_moved_timestamp: moved } = message
  const at = edited ?? moved
  if (at === undefined) return null
  const isEdited = edited !== undefined
  const time = exactTime(at)
  return (
    <span
      class="change-mark"
      title={isEdited ? words('editedAt', { time }) : words('movedAt', { time })}
    >
      {isEdited ? words('edited') : words('moved')}
    </span>
  )
}

/** The address of a message within its conversation. */
export function messageAddress(message: Message): string {
  const { id, type, stream_id: channelId = 0, subject } = message
  const conversation =
    type === 'private'
      ? directNarrow(directUserIds(directKeyOf(message)))
      : topicNarrow(channelId, subject)
  return narrowAddress([...conversation, { operator: 'near', operand: id }])
}

/** Stars a message, or takes its star away; a refusal is told. */
export async function setStarred(id: number, to: 'starred' | 'plain'): Promise<void> {
  try {
    await changeFlag(id, to === 'starred' ? 'add' : 'remove', 'starred')
  } catch {
    toast({ text: words('flagFailed'), tone: 'danger' })
  }
}
