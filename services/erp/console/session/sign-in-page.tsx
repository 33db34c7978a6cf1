import { chooseLanguage, language } from '@oficina/web/language.ts'
import { useTitle } from '@oficina/web/title.ts'

import { words } from '../words/session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** The whole page of somebody who is not signed in. */
export function SignInPage() {
  useTitle(words('title'))
  return (
    <main class="sign-in">
      <div class="card">
        <h1>Oficina</h1>
        <p class="muted">{words('intro')}</p>
        <SignInForm submit={words('signIn')} />
      </div>
      <LanguageSwitch />
    </main>
  )
}

/** The other language, in its own words. */
export function LanguageSwitch() {
  const isEnglish = language.value === 'en'
  return (
    <button
      type="button"
      class="text-button"
      lang={isEnglish ? 'es-MX' : 'en'}
      onClick={() => chooseLanguage(isEnglish ? 'es-MX' : 'en')}
    >
      {isEnglish ? 'Español' : 'English'}
    </button>
  )
}
