import { signal } from '@preact/signals'

/** What opens over any page. */
export type Overlay = 'palette' | 'shortcuts'

export const overlay = signal<Overlay | undefined>(undefined)

export function openOverlay(opened: Overlay): void {
  overlay.value = opened
}
