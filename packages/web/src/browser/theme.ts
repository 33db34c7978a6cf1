import { effect, signal } from '@preact/signals'

import { readStored, writeStored } from './stored.ts'

/** `system` follows the machine. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'oficina.theme'

export const theme = signal<Theme>(first())

effect(() => {
  const { dataset } = document.documentElement
  if (theme.value === 'system') delete dataset['theme']
  else dataset['theme'] = theme.value
})

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  writeStored(KEY, chosen === 'system' ? undefined : chosen)
}

function first(): Theme {
  const stored = readStored(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
