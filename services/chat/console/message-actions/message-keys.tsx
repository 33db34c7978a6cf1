import { place } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { composing, startCompose } from '../compose/compose-state.ts'
import { placeTarget } from '../compose/recipient/place-target.ts'
import { selectedMessage } from '../feed/selected.ts'
import { useShortcut } from '../keys/use-shortcut.ts'
import { narrowOf } from '../narrow/narrow-address.ts'
import { failureText } from '../session/failure-text.ts'
import { messages, type Message } from '../state/conversations/messages.ts'
import { ownId } from '../state/part.ts'
import { words } from '../words/message-actions.ts'
import { openDialog } from './dialogs.ts'
import { toggleFlag } from './do-to-message.ts'
import { editMessage } from './editing.ts'
import { markUnreadFrom } from './mark-unread.ts'
import { openMessageMenu } from './message-menu.tsx'
import { editRefusal, hasHistory, hasReceipts, moveRefusal } from './message-rights.ts'
import { newestOwn } from './newest-message.ts'
import { forwardMessage, mentionSender, quoteMessage, replyTo, replyToSender } from './reply.ts'

/** The keys that act on the selected message. */
export function MessageKeys() {
  useShortcut('reply', reply)
  useShortcut(
    'quote',
    onSelected((message) => void quoteMessage(message)),
  )
  useShortcut(
    'forwardMessage',
    onSelected((message) => void forwardMessage(message)),
  )
  useShortcut('replyToSender', onSelected(replyToSender))
  useShortcut('mentionSender', onSelected(mentionSender))
  useShortcut('edit', onSelected(editOrShow))
  useShortcut('editLast', editLast)
  useShortcut('move', onSelected(move))
  useShortcut('receipts', onSelected(showReceipts))
  useShortcut('history', onSelected(showHistory))
  useShortcut(
    'star',
    onSelected((message) => void toggleFlag(message, 'starred')),
  )
  useShortcut('messageMenu', onSelected(showMenu))
  useShortcut(
    'unreadFromHere',
    onSelected((message) => void markUnreadFrom(message)),
  )
  return null
}

/** What keys act on: another page may leave a message selected behind it. */
function selected(): Message | undefined {
  return place.peek().path.startsWith('/narrow') ? selectedMessage.peek() : undefined
}

/** Where there is no message yet, to the conversation that is looked at. */
function reply(): boolean {
  const message = selected()
  const target = placeTarget.peek()
  if (message !== undefined) replyTo(message)
  else if (target !== undefined) startCompose(target)
  return message !== undefined || target !== undefined
}

/** Where no message is selected the key is somebody else's. */
function onSelected(act: (message: Message) => void): () => boolean {
  return () => {
    const message = selected()
    if (message === undefined) return false
    act(message)
    return true
  }
}

function editOrShow(message: Message): void {
  if (editRefusal(message) === undefined) editMessage(message.id)
  else openDialog({ kind: 'source', message })
}

function move(message: Message): void {
  const refusal = moveRefusal(message)
  if (refusal === undefined) openDialog({ kind: 'move', message })
  else toast({ text: refusal })
}

function showReceipts(message: Message): void {
  if (hasReceipts()) openDialog({ kind: 'receipts', message })
  else toast({ text: words('receiptsOff') })
}

function showHistory(message: Message): void {
  if (hasHistory(message)) openDialog({ kind: 'history', message })
  else toast({ text: words('noHistory') })
}

/** At the message itself, or in the middle where it is out of sight. */
function showMenu(message: Message): void {
  const row = document.querySelector<HTMLElement>(`[data-message="${message.id}"]`)
  const button = row?.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? row
  openMessageMenu(message, button ?? new DOMRect(innerWidth / 2, innerHeight / 3, 1, 1))
}

/** The newest message of one's own that is here, to change it. */
function editLast(): boolean {
  if (selected() === undefined || composing.peek() !== undefined) return false
  void findLast()
  return true
}

async function findLast(): Promise<void> {
  const narrow = narrowOf(place.peek().path)
  if (narrow === undefined) return
  const terms = narrow.filter(({ operator }) => operator !== 'near' && operator !== 'with')
  try {
    const message = await newestOwn(terms)
    if (message === undefined || message.sender_id !== ownId()) return
    const refusal = editRefusal(messages.peek(message.id) ?? message)
    if (refusal === undefined) editMessage(message.id)
    else toast({ text: refusal })
  } catch (error) {
    toast({ tone: 'danger', text: failureText(error) })
  }
}
