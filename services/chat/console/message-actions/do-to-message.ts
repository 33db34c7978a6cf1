import { ask } from '@oficina/web/ask.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { changeFlag } from '../state/conversations/flags.ts'
import type { Message } from '../state/conversations/messages.ts'
import { words } from '../words/message-actions.ts'
import { linkToMessage } from './message-place.ts'

/** Deletes a message, once the person is sure. */
export async function deleteMessage(message: Message): Promise<void> {
  const isSure = await ask({
    title: words('deleteTitle'),
    text: words('deleteText'),
    confirm: words('delete'),
    isDangerous: true,
  })
  if (!isSure) return
  try {
    await api('DELETE', `/messages/${message.id}`)
  } catch (error) {
    toast({ tone: 'danger', text: failureText(error) })
  }
}

/** Stars or collapses a message, or takes that back. */
export async function toggleFlag(message: Message, flag: 'starred' | 'collapsed'): Promise<void> {
  const op = message.flags.includes(flag) ? 'remove' : 'add'
  try {
    await changeFlag(message.id, op, flag)
  } catch (error) {
    toast({ tone: 'danger', text: failureText(error) })
  }
}

export async function copyLink(message: Message): Promise<void> {
  const link = linkToMessage(message)
  try {
    await navigator.clipboard.writeText(link)
    toast({ tone: 'success', text: words('linkCopied') })
  } catch {
    // Some browsers keep the clipboard to themselves; the link can be copied by hand.
    toast({ text: link })
  }
}
