import { effect } from '@preact/signals'
import { chooseLanguage, language, type Language } from '@oficina/web/language.ts'

import { keepPreference, preference } from './preferences.ts'
import { session } from './session.ts'

const NAME = 'idioma'

/** The person reads another language from now on: here, in what the service says and mails, and in other browsers. */
export function chooseOwnLanguage(chosen: Language): void {
  chooseLanguage(chosen)
  if (session.peek() !== undefined) keepPreference(NAME, chosen)
}

/** The page follows what the person chose in another browser, as soon as that is known. */
export function followOwnLanguage(): void {
  effect(() => {
    if (session.value === undefined) return
    const own = preference(NAME)
    if ((own === 'es-MX' || own === 'en') && own !== language.peek()) chooseLanguage(own)
  })
}
