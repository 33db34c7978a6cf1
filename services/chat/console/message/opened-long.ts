import { signal } from '@preact/signals'

// More long messages than anybody opens in a day.
const MAX_OPENED = 500

/** Ids of long messages that the reader opened. */
export const openedLong = signal<ReadonlySet<number>>(new Set())

/** Ids of messages of silenced people that the reader asked to see. */
export const revealed = signal<ReadonlySet<number>>(new Set())

export function toggleLong(id: number): void {
  const ids = new Set(openedLong.peek())
  if (!ids.delete(id)) ids.add(id)
  openedLong.value = new Set([...ids].slice(-MAX_OPENED))
}

export function reveal(id: number): void {
  revealed.value = new Set([...revealed.peek(), id].slice(-MAX_OPENED))
}
