import { navigate } from '@oficina/web/router.ts'

import { useShortcut } from '../keys/use-shortcut.ts'
import { narrowOfMessage } from '../message-actions/message-place.ts'
import { openLightBoxOf } from '../message/light-box/light-box-state.ts'
import { setCollapsed } from '../message/message-body.tsx'
import { messageAddress } from '../message/message-time.tsx'
import { toggleLong } from '../message/opened-long.ts'
import { agreeWithFirst, chooseReaction, thumbsUp } from '../message/reactions/choose-reaction.ts'
import { narrowAddress } from '../narrow/narrow-address.ts'
import { channelNarrow, topicOf } from '../narrow/narrow.ts'
import { openUserCard } from '../people/user-card-state.ts'
import type { Message } from '../state/conversations/messages.ts'
import { isConversation } from './feed-narrow.ts'
import type { Feed } from './feed.ts'
import { moveByPage, step, toNewest, toOldest } from './load/moves.ts'
import type { ReadingPlace } from './load/reading-place.ts'
import { selectedMessage } from './selected.ts'

/** The keys that move through a feed, and those of the selected message that this area knows best. */
export function useFeedKeys(feed: Feed, place: ReadingPlace): void {
  useShortcut('next', () => step(feed, place, 1))
  useShortcut('previous', () => step(feed, place, -1))
  useShortcut('pageDown', () => moveByPage(feed, place, 1))
  useShortcut('pageUp', () => moveByPage(feed, place, -1))
  useShortcut('first', () => toOldest(feed))
  useShortcut('last', () => toNewest(feed))
  useShortcut(
    'conversation',
    onSelected((message) => openConversation(feed, message)),
  )
  useShortcut(
    'around',
    onSelected((message) => void navigate(messageAddress(message))),
  )
  useShortcut(
    'thumbsUp',
    onSelected((message) => void thumbsUp(message)),
  )
  useShortcut('firstReaction', onSelected(agreeWithFirst))
  useShortcut(
    'reactions',
    onSelected((message) => chooseReaction(message, rowOf(message))),
  )
  useShortcut(
    'showPicture',
    onSelected(({ id }) => openLightBoxOf(id)),
  )
  useShortcut(
    'senderCard',
    onSelected((message) => showSender(message)),
  )
  useShortcut('collapse', onSelected(collapse))
}

/** Where no message is selected the key is somebody else's. */
function onSelected(act: (message: Message) => boolean | void): () => boolean | void {
  return () => {
    const message = selectedMessage.peek()
    return message === undefined ? false : act(message)
  }
}

/** From a view of many to the conversation, and from a topic to its channel. */
function openConversation({ narrow }: Feed, message: Message): void {
  const isTopic = topicOf(narrow) !== undefined && isConversation(narrow)
  if (isTopic && message.stream_id !== undefined) {
    void navigate(narrowAddress(channelNarrow(message.stream_id)))
    return
  }
  const conversation = narrowOfMessage(message)
  void navigate(narrowAddress([...conversation, { operator: 'near', operand: message.id }]))
}

function showSender(message: Message): void {
  const row = rowOf(message)
  const name = row instanceof HTMLElement ? row.querySelector<HTMLElement>('.sender-name') : null
  openUserCard(message.sender_id, name ?? row)
}

/** A long message is opened or cut; another one is collapsed or shown. */
function collapse(message: Message): void {
  const { id, flags } = message
  const row = rowOf(message)
  const isLong = row instanceof HTMLElement && row.querySelector('.more[aria-expanded]') !== null
  if (flags.includes('collapsed')) void setCollapsed(id, 'open')
  else if (isLong) toggleLong(id)
  else void setCollapsed(id, 'collapsed')
}

/** The row of a message, or the middle of the page where it is out of sight. */
function rowOf({ id }: Message): HTMLElement | DOMRect {
  return (
    document.querySelector<HTMLElement>(`[data-message-id="${id}"]`) ??
    new DOMRect(innerWidth / 2, innerHeight / 3, 1, 1)
  )
}
