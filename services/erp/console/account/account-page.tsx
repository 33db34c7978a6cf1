import { language } from '@oficina/web/language.ts'
import { chooseTheme, theme, type Theme } from '@oficina/web/theme.ts'
import { useTitle } from '@oficina/web/title.ts'

import { chooseOwnLanguage } from '../session/own-language.ts'
import { session } from '../session/session.ts'
import { words } from '../words/account.ts'
import { words as shellWords } from '../words/shell.ts'
import { ChangePassword } from './change-password.tsx'
import { OwnFactors } from './own-factors.tsx'
import { OwnSessions } from './own-sessions.tsx'

/** What a person decides of their own account. */
export function AccountPage() {
  useTitle(words('title'))
  const present = session.value
  if (present === undefined) return null
  const { login, usuario, empresa } = present
  return (
    <div class="account">
      <h1>{usuario.nombre}</h1>
      <p class="muted">{words('of', { login, company: empresa.razon_social })}</p>
      <Looks />
      <ChangePassword login={login} />
      <OwnFactors />
      <OwnSessions />
    </div>
  )
}

function Looks() {
  const themes: readonly (readonly [Theme, string])[] = [
    ['system', shellWords('themeSystem')],
    ['light', shellWords('themeLight')],
    ['dark', shellWords('themeDark')],
  ]
  return (
    <section class="card">
      <h2>{words('looks')}</h2>
      <div class="account-looks">
        <fieldset>
          <legend>{shellWords('language')}</legend>
          <Radio
            name="language"
            isChosen={language.value !== 'en'}
            label="Español"
            choose={() => chooseOwnLanguage('es-MX')}
          />
          <Radio
            name="language"
            isChosen={language.value === 'en'}
            label="English"
            choose={() => chooseOwnLanguage('en')}
          />
        </fieldset>
        <fieldset>
          <legend>{shellWords('theme')}</legend>
          {themes.map(([one, label]) => (
            <Radio
              key={one}
              name="theme"
              isChosen={theme.value === one}
              label={label}
              choose={() => chooseTheme(one)}
            />
          ))}
        </fieldset>
      </div>
    </section>
  )
}

function Radio({
  name,
  label,
  isChosen,
  choose,
}: {
  readonly name: string
  readonly label: string
  readonly isChosen: boolean
  readonly choose: () => void
}) {
  return (
    <label class="radio">
      <input type="radio" name={name} checked={isChosen} onChange={choose} />
      {label}
    </label>
  )
}
