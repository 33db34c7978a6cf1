import { signal } from '@preact/signals'

/** The sidebar that lies over the page on a narrow screen. */
export const sheet = signal<'left' | 'right' | undefined>(undefined)

export function openSheet(which: 'left' | 'right'): void {
  sheet.value = which
}

export function closeSheet(): void {
  sheet.value = undefined
}
