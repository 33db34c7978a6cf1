import { signal } from '@preact/signals'

import type { Message } from '../state/conversations/messages.ts'

/** A dialog about a message or a topic, which stands over the page. */
export type MessageDialog =
  | { readonly kind: 'move'; readonly message: Message }
  | { readonly kind: 'moveTopic'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'history'; readonly message: Message }
  | { readonly kind: 'receipts'; readonly message: Message }
  | { readonly kind: 'report'; readonly message: Message }
  | { readonly kind: 'remind'; readonly message: Message }
  | { readonly kind: 'source'; readonly message: Message }

export const messageDialog = signal<MessageDialog | undefined>(undefined)

export function openDialog(dialog: MessageDialog): void {
  messageDialog.value = dialog
}

export function closeDialog(): void {
  messageDialog.value = undefined
}
