import { signal } from '@preact/signals'

/** What opens over any page by a key or from a menu. */
export type Overlay = 'shortcuts' | 'about' | 'status' | 'operators'

export const overlay = signal<Overlay | undefined>(undefined)

export function openOverlay(opened: Overlay): void {
  overlay.value = opened
}
