import { signal } from '@preact/signals'
import type { Anchor } from '@oficina/web/anchored.tsx'

export interface OpenedGroupCard {
  readonly groupId: number
  readonly anchor: Anchor
}

/** The card of a group that is open, once a page. */
export const openedGroupCard = signal<OpenedGroupCard | undefined>(undefined)

export function openGroupCard(groupId: number, anchor: Anchor): void {
  openedGroupCard.value = { groupId, anchor }
}

export function closeGroupCard(): void {
  openedGroupCard.value = undefined
}
