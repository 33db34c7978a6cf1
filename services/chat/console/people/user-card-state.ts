import { signal } from '@preact/signals'
import type { Anchor } from '@oficina/web/anchored.tsx'

export interface OpenedCard {
  readonly userId: number
  readonly anchor: Anchor
}

/** The card that is open, once a page. */
export const openedCard = signal<OpenedCard | undefined>(undefined)

/** Opens somebody's card at an element; at the same one it closes it. */
export function openUserCard(userId: number, anchor: Anchor): void {
  const { anchor: before, userId: who } = openedCard.peek() ?? {}
  openedCard.value = before === anchor && who === userId ? undefined : { userId, anchor }
}

export function closeUserCard(): void {
  openedCard.value = undefined
}
