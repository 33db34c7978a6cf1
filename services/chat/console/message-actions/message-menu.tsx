import bellIcon from 'lucide-static/icons/bell.svg'
import receiptsIcon from 'lucide-static/icons/check-check.svg'
import resolveIcon from 'lucide-static/icons/check.svg'
import chevronsIcon from 'lucide-static/icons/chevrons-down-up.svg'
import codeIcon from 'lucide-static/icons/code.svg'
import flagIcon from 'lucide-static/icons/flag.svg'
import moveIcon from 'lucide-static/icons/folder-input.svg'
import forwardIcon from 'lucide-static/icons/forward.svg'
import historyIcon from 'lucide-static/icons/history.svg'
import linkIcon from 'lucide-static/icons/link.svg'
import unreadIcon from 'lucide-static/icons/mail-open.svg'
import pencilIcon from 'lucide-static/icons/pencil.svg'
import quoteIcon from 'lucide-static/icons/quote.svg'
import replyIcon from 'lucide-static/icons/reply.svg'
import starIcon from 'lucide-static/icons/star.svg'
import trashIcon from 'lucide-static/icons/trash-2.svg'
import { openMenu, type AnchoredItem } from '@oficina/web/anchored-menu.tsx'
import type { Anchor } from '@oficina/web/anchored.tsx'
import { Icon } from '@oficina/web/icon.tsx'

import { postRefusal } from '../compose/recipient/may-post.ts'
import { keysText } from '../keys/keys-shown.tsx'
import { presentKeys } from '../keys/own-keys.ts'
import type { ShortcutId } from '../keys/shortcut-list.ts'
import type { Message } from '../state/conversations/messages.ts'
import { RESOLVED } from '../state/conversations/topic-name.ts'
import { areGroupsKnown } from '../state/people/groups.ts'
import { words } from '../words/message-actions.ts'
import { openDialog } from './dialogs.ts'
import { copyLink, deleteMessage, toggleFlag } from './do-to-message.ts'
import { editMessage } from './editing.ts'
import { markUnreadFrom } from './mark-unread.ts'
import { targetOfMessage } from './message-place.ts'
import {
  deleteRefusal,
  editRefusal,
  hasHistory,
  hasReceipts,
  mayReport,
  mayResolve,
  moveRefusal,
} from './message-rights.ts'
import { forwardMessage, quoteMessage, replyTo } from './reply.ts'
import { toggleResolved } from './topic-actions.ts'

/** Opens what can be done to a message, at the button or the message itself. */
export function openMessageMenu(message: Message, anchor: Anchor, onClose?: () => void): void {
  const open = (): void => {
    openMenu({
      anchor,
      label: words('menu'),
      items: itemsOf(message),
      ...(onClose === undefined ? {} : { onClose }),
    })
  }
  if (areGroupsKnown.peek()) open()
  else whenGroupsAreKnown(open)
}

// Whoever waited longer has gone on to something else.
const LONGEST_WAIT_MS = 3_000

/** What groups may do comes just after the page; items that come or go under the pointer would be pressed by mistake. */
function whenGroupsAreKnown(open: () => void): void {
  const stop = areGroupsKnown.subscribe((isKnown) => {
    if (!isKnown) return
    clearTimeout(timer)
    queueMicrotask(() => {
      stop()
      open()
    })
  })
  const timer = setTimeout(stop, LONGEST_WAIT_MS)
}

/** What can be done to a message by this person now. */
function itemsOf(message: Message): readonly AnchoredItem[] {
  const groups = [answering(message), changing(message), keeping(message), knowing(message)]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) =>
      group.map((item, at) => (index > 0 && at === 0 ? { ...item, isSeparated: true } : item)),
    )
}

function item(label: string, icon: string, run: () => void, id?: ShortcutId): AnchoredItem {
  const [keys] = id === undefined ? [] : presentKeys(id)
  return {
    label,
    icon: <Icon svg={icon} />,
    run,
    keys: keys === undefined ? undefined : keysText(keys),
  }
}

function answering(message: Message): readonly AnchoredItem[] {
  const forward = item(
    words('forward'),
    forwardIcon,
    () => void forwardMessage(message),
    'forwardMessage',
  )
  if (postRefusal(targetOfMessage(message)) !== undefined) return [forward]
  return [
    item(words('reply'), replyIcon, () => replyTo(message), 'reply'),
    item(words('quote'), quoteIcon, () => void quoteMessage(message), 'quote'),
    forward,
  ]
}

function changing(message: Message): readonly AnchoredItem[] {
  const items: AnchoredItem[] = []
  if (editRefusal(message) === undefined) {
    items.push(item(words('edit'), pencilIcon, () => editMessage(message.id), 'edit'))
  } else {
    items.push(
      item(words('source'), codeIcon, () => openDialog({ kind: 'source', message }), 'edit'),
    )
  }
  if (moveRefusal(message) === undefined) {
    items.push(item(words('move'), moveIcon, () => openDialog({ kind: 'move', message }), 'move'))
  }
  const { stream_id: channelId, subject: topic } = message
  if (channelId !== undefined && topic !== '' && mayResolve(channelId)) {
    const label = words(topic.startsWith(RESOLVED) ? 'unresolve' : 'resolve')
    items.push(item(label, resolveIcon, () => void toggleResolved(channelId, topic)))
  }
  if (deleteRefusal(message) === undefined) {
    items.push({
      ...item(words('delete'), trashIcon, () => void deleteMessage(message)),
      isDangerous: true,
    })
  }
  return items
}

function keeping(message: Message): readonly AnchoredItem[] {
  const { flags } = message
  const isStarred = flags.includes('starred')
  const isCollapsed = flags.includes('collapsed')
  return [
    item(
      words(isStarred ? 'unstar' : 'star'),
      starIcon,
      () => void toggleFlag(message, 'starred'),
      'star',
    ),
    item(words('unread'), unreadIcon, () => void markUnreadFrom(message), 'unreadFromHere'),
    item(words('remind'), bellIcon, () => openDialog({ kind: 'remind', message })),
    item(
      words(isCollapsed ? 'expand' : 'collapse'),
      chevronsIcon,
      () => void toggleFlag(message, 'collapsed'),
      'collapse',
    ),
  ]
}

function knowing(message: Message): readonly AnchoredItem[] {
  const items: AnchoredItem[] = []
  if (hasHistory(message)) {
    items.push(
      item(
        words('history'),
        historyIcon,
        () => openDialog({ kind: 'history', message }),
        'history',
      ),
    )
  }
  if (hasReceipts()) {
    items.push(
      item(
        words('receipts'),
        receiptsIcon,
        () => openDialog({ kind: 'receipts', message }),
        'receipts',
      ),
    )
  }
  items.push(item(words('copyLink'), linkIcon, () => void copyLink(message)))
  if (mayReport(message)) {
    items.push(item(words('report'), flagIcon, () => openDialog({ kind: 'report', message })))
  }
  return items
}
