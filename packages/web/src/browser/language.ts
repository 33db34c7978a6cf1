import { effect, signal } from '@preact/signals'

import { readStored, writeStored } from './stored.ts'

export type Language = 'es-MX' | 'en'

const KEY = 'oficina.language'

/** The language of the page: what the person chose, else what the browser asks for. */
export const language = signal<Language>(first())

effect(() => {
  document.documentElement.lang = language.value
})

export function chooseLanguage(chosen: Language): void {
  language.value = chosen
  writeStored(KEY, chosen)
}

function first(): Language {
  const stored = readStored(KEY)
  if (stored === 'es-MX' || stored === 'en') return stored
  return navigator.language.toLowerCase().startsWith('en') ? 'en' : 'es-MX'
}
