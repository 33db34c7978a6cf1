import type { Message } from '../../state/conversations/messages.ts'
import { conversationKey } from '../conversation.ts'

/** A line of the feed. Its key stays the same as long as it is about the same thing. */
export type FeedRow =
  | { readonly kind: 'bar'; readonly key: string; readonly id: number; readonly day: string }
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'unread'; readonly key: string }
  | MessageRow

export interface MessageRow {
  readonly kind: 'message'
  readonly key: string
  readonly id: number
  /** The first of several of one person: their picture and name are shown. */
  readonly isRunStart: boolean
  /** The last before another conversation's bar, or of all. */
  readonly isLast: boolean
}

export interface RowsOptions {
  /** The first message that was unread when the reader came, before which the line stands. */
  readonly unreadFrom: number | undefined
  /** The day of a moment in the reader's zone, such as `2026-11-20`. */
  readonly dayOf: (timestamp: number) => string
}

// As long as this somebody who writes again is still speaking.
const RUN_SECONDS = 600

/** The lines of the feed for messages in their order: bars of conversations, days, the unread line, messages. */
export function feedRows(
  shown: readonly Message[],
  { unreadFrom, dayOf }: RowsOptions,
): readonly FeedRow[] {
  const rows: FeedRow[] = []
  let before: Message | undefined
  let dayBefore = ''
  for (const [index, message] of shown.entries()) {
    const { id } = message
    const day = dayOf(message.timestamp)
    const isNewConversation =
      before === undefined || conversationKey(before) !== conversationKey(message)
    const isUnreadLine = id === unreadFrom
    if (isNewConversation) rows.push({ kind: 'bar', key: `bar-${id}`, id, day })
    else if (day !== dayBefore) rows.push({ kind: 'day', key: `day-${id}`, day })
    if (isUnreadLine) rows.push({ kind: 'unread', key: 'unread' })
    const next = shown[index + 1]
    rows.push({
      kind: 'message',
      key: `message-${id}`,
      id,
      isRunStart:
        isNewConversation || isUnreadLine || day !== dayBefore || !goesOn(before, message),
      isLast: next === undefined || conversationKey(next) !== conversationKey(message),
    })
    before = message
    dayBefore = day
  }
  return rows
}

function goesOn(before: Message | undefined, message: Message): boolean {
  return (
    before !== undefined &&
    before.sender_id === message.sender_id &&
    before.sender_full_name === message.sender_full_name &&
    !before.is_me_message &&
    !message.is_me_message &&
    message.timestamp - before.timestamp <= RUN_SECONDS
  )
}
