import { effect } from '@preact/signals'
import { chooseLanguage } from '@oficina/web/language.ts'
import { chooseTheme, type Theme } from '@oficina/web/theme.ts'

import { onEvent } from '../state/apply-event.ts'
import { userSettings } from '../state/own/own.ts'
import { readAs } from './reading-look.ts'

// @source docs/contract/chat.md, color_scheme
const THEMES: Readonly<Record<number, Theme>> = { 1: 'system', 2: 'dark', 3: 'light' }
// What every account has that never chose a language; the browser's own holds then.
const UNCHOSEN = 'en'

/** The page looks and speaks as the person's settings say, wherever they changed them; until the answer is called. */
export function keepAppearance(): () => void {
  const stops = [
    effect(() => {
      const settings = userSettings.value
      if (settings === undefined) return
      chooseTheme(THEMES[settings.color_scheme] ?? 'system')
      readAs(settings)
      if (settings.default_language !== UNCHOSEN) speak(settings.default_language)
    }),
    onEvent('user_settings', ({ property, value }) => {
      if (property === 'default_language') speak(String(value))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function speak(code: string): void {
  chooseLanguage(code.toLowerCase().startsWith('es') ? 'es-MX' : 'en')
}
