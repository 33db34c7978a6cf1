import { navigate } from '@oficina/web/router.ts'

import { narrowAddress } from '../narrow/narrow-address.ts'
import { directNarrow, topicNarrow, type Narrow } from '../narrow/narrow.ts'
import { channels } from '../state/conversations/channels.ts'
import { directUserIds, directKeyOf } from '../state/conversations/direct.ts'
import type { Message } from '../state/conversations/messages.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { isUnread } from '../state/conversations/unread.ts'
import { userSettings } from '../state/own/own.ts'
import { words } from '../words/notify.ts'
import { isMissed, permission } from './permission.ts'

const MAX_TEXT = 200
// Those that the person has not come to by then are in the client.
const MAX_SHOWN = 20

const shown = new Map<number, Notification>()

/** Shows a message on the desktop; two tabs that show the same one show it once. */
export function showOnDesktop(message: Message): void {
  if (permission.peek() === 'default') isMissed.value = true
  if (permission.peek() !== 'granted') return
  const notification = new Notification(titleOf(message), {
    body: textOf(message),
    tag: `oficina-${message.id}`,
    ...(message.avatar_url === null ? {} : { icon: message.avatar_url }),
  })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
    void navigate(
      narrowAddress([...narrowOfMessage(message), { operator: 'near', operand: message.id }]),
    )
  })
  notification.addEventListener('close', () => shown.delete(message.id))
  shown.set(message.id, notification)
  const [oldest] = shown.keys()
  if (shown.size > MAX_SHOWN && oldest !== undefined) hide(oldest)
}

/** Takes away what was read meanwhile, here or elsewhere. */
export function hideRead(): void {
  for (const id of shown.keys()) if (!isUnread(id)) hide(id)
}

/** Shows one to try it out. */
export function showTest(): void {
  if (permission.peek() !== 'granted') return
  const notification = new Notification(words('testTitle'), {
    body: words('testText'),
    tag: 'oficina-test',
  })
  notification.addEventListener('click', () => notification.close())
}

function hide(id: number): void {
  shown.get(id)?.close()
  shown.delete(id)
}

function narrowOfMessage(message: Message): Narrow {
  return message.type === 'private'
    ? directNarrow(directUserIds(directKeyOf(message)))
    : topicNarrow(message.stream_id ?? 0, message.subject)
}

function titleOf(message: Message): string {
  const { sender_full_name: sender, display_recipient: recipients } = message
  if (message.type === 'private') {
    const others = typeof recipients === 'string' ? 0 : recipients.length - 2
    return others > 0 ? words('amongOthers', { sender, count: others }) : sender
  }
  const channel = channels.peek(message.stream_id ?? 0)?.name ?? ''
  return `${sender} (#${channel} › ${topicName(message.subject)})`
}

function textOf(message: Message): string {
  const isHidden =
    message.type === 'private' && userSettings.peek()?.pm_content_in_desktop_notifications === false
  if (isHidden) return words('newDirect')
  const parsed = new DOMParser().parseFromString(message.content, 'text/html')
  // What somebody hid is not for whoever looks over the person's shoulder.
  for (const spoiler of parsed.querySelectorAll('.spoiler-content')) spoiler.remove()
  for (const emoji of parsed.querySelectorAll('img.emoji')) {
    emoji.replaceWith(emoji.getAttribute('alt') ?? '')
  }
  const text = (parsed.body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  if (text === '') return words('attachment')
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}
