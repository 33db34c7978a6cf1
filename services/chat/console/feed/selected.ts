import { computed, signal } from '@preact/signals'

import { messages, type Message } from '../state/conversations/messages.ts'

const id = signal<number | undefined>(undefined)

/** Whether the keyboard was used last, so that the message it acts on is framed. */
export const isByKeyboard = signal(false)

/** The message that keys act on: the one the reader moved to, or the first that is seen. */
export const selectedMessage = computed<Message | undefined>(() =>
  id.value === undefined ? undefined : messages.get(id.value),
)

export const selectedId = computed(() => id.value)

export function selectMessage(chosen: number | undefined): void {
  id.value = chosen
}

addEventListener('keydown', () => {
  isByKeyboard.value = true
})
addEventListener('pointerdown', () => {
  isByKeyboard.value = false
})
