import { ask } from '@oficina/web/ask.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import type { Person } from '../state/people/people.ts'
import { words } from '../words/people.ts'

export interface StatusNow {
  readonly status_text: string
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

export const NO_STATUS: StatusNow = {
  status_text: '',
  emoji_name: '',
  emoji_code: '',
  reaction_type: '',
}

/** Sets what the person says of themselves; true when it is set. */
export function setStatus(status: StatusNow): Promise<boolean> {
  return told(() => api('POST', '/users/me/status', { ...status }))
}

/** Whether others see that the person is there. */
export function setVisible(isVisible: boolean): Promise<boolean> {
  return told(() => api('PATCH', '/settings', { presence_enabled: isVisible }))
}

export async function mutePerson({ user_id: id, full_name: name }: Person): Promise<void> {
  const isSure = await ask({
    title: `${words('mute')}: ${name}`,
    text: words('muteText'),
    confirm: words('mute'),
  })
  if (isSure) await told(() => api('POST', `/users/me/muted_users/${id}`))
}

export function unmutePerson(id: number): Promise<boolean> {
  return told(() => api('DELETE', `/users/me/muted_users/${id}`))
}

/** How the person is mentioned in a message: with their number where the name alone says too little. */
export async function copyMention({ user_id: id, full_name: name }: Person): Promise<void> {
  await copyText(`@**${name}|${id}**`, words('copiedMention'))
}

/** Copies a text, and says `done`, or that the browser does not let it. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ text: done, tone: 'success' })
  } catch {
    toast({ text: words('notCopied'), tone: 'danger' })
  }
}

async function told(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    toast({ text: words('failed', { why: failureText(error) }), tone: 'danger' })
    return false
  }
}
