import { useComputed } from '@preact/signals'
import { useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { Later } from '@oficina/web/later.tsx'

import type { Feed } from '../feed/feed.ts'
import type { MessageRow as Row } from '../feed/rows/feed-rows.ts'
import { isByKeyboard, selectedId, selectMessage } from '../feed/selected.ts'
import { editedMessageId } from '../message-actions/editing.ts'
import { replyTo } from '../message-actions/reply.ts'
import { messages, type Message } from '../state/conversations/messages.ts'
import { mutedUsers } from '../state/people/muted-users.ts'
import { person } from '../state/people/people.ts'
import { words } from '../words/message.ts'
import { MessageBody } from './message-body.tsx'
import { MessageControls } from './message-controls.tsx'
import { MessageTime } from './message-time.tsx'
import { reveal, revealed } from './opened-long.ts'
import { SenderLine, SenderPicture } from './sender.tsx'

export interface MessageRowProps {
  readonly row: Row
  readonly feed: Feed
}

/** A message in the feed. */
export function MessageRow({ row, feed }: MessageRowProps) {
  const message = messages.get(row.id)
  if (message === undefined) return <div data-row={row.key} />
  if (mutedUsers.value.has(message.sender_id) && !revealed.value.has(row.id)) {
    return <MutedRow row={row} />
  }
  return <ShownRow row={row} feed={feed} message={message} />
}

function ShownRow({ row, feed, message }: MessageRowProps & { readonly message: Message }) {
  const { id, flags, sender_id: senderId } = message
  const [isNear, setNear] = useState(false)
  const isSelected = useComputed(() => selectedId.value === id).value
  const isFramed = useComputed(() => selectedId.value === id && isByKeyboard.value).value
  const name = person(senderId)?.full_name ?? message.sender_full_name
  const isFound = useComputed(() => feed.found.value === id).value
  const isStatus = message.is_me_message
  const isEdited = useComputed(() => editedMessageId.value === id).value
  const showsSender = row.isRunStart && !isStatus
  return (
    <div
      class={classes(
        'message',
        row.isRunStart && 'first',
        row.isLast && 'last',
        isFramed && 'selected',
        isFound && 'found',
        !flags.includes('read') && 'unread',
        flags.some((flag) => flag.endsWith('mentioned')) && 'mention',
      )}
      role="article"
      aria-label={name}
      data-row={row.key}
      data-message-id={id}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocusIn={() => setNear(true)}
      onPointerDown={() => selectMessage(id)}
      onClick={(event) => {
        if (isPlainPress(event)) replyTo(message)
      }}
    >
      <div class="message-side">
        {(showsSender || isStatus) && <SenderPicture message={message} />}
      </div>
      <div class="message-main">
        {showsSender && <SenderLine message={message} />}
        {isEdited ? (
          <Later load={loadEdit} props={{ message }} />
        ) : (
          <MessageBody message={message} match={feed.matchOf(id)} />
        )}
      </div>
      <MessageTime message={message} />
      {(isNear || isSelected) && !isEdited && <MessageControls message={message} />}
    </div>
  )
}

// What is pressed for its own sake.
const PRESSED =
  'a, button, input, textarea, label, summary, audio, video, pre, [role=button], .media'

/** A press on the message itself answers it, as people know it; not one that ends a choice of text, nor on a phone. */
function isPlainPress({ target, button, defaultPrevented }: MouseEvent): boolean {
  if (button !== 0 || defaultPrevented || !(target instanceof Element)) return false
  const hasChosen = getSelection()?.isCollapsed === false
  return !hasChosen && target.closest(PRESSED) === null && matchMedia('(pointer: fine)').matches
}

const loadEdit = async () => (await import('../message-actions/edit-message.tsx')).EditMessage

function MutedRow({ row }: { readonly row: Row }) {
  return (
    <div
      class={classes('message muted-sender', row.isLast && 'last')}
      role="article"
      data-row={row.key}
      data-message-id={row.id}
    >
      <span>{words('mutedSender')}</span>
      <button type="button" class="more" onClick={() => reveal(row.id)}>
        {words('reveal')}
      </button>
    </div>
  )
}
