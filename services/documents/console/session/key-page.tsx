import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { chooseLanguage, language } from '@oficina/web/language.ts'
import { Failure } from '@oficina/web/notice.tsx'
import { useTitle } from '@oficina/web/title.ts'

import { words } from '../words/session.ts'
import { access, unlock } from './access.ts'
import { api, ApiFailure } from './api.ts'
import { failureText } from './failure-text.ts'

/** The whole page of somebody whose key the service does not know yet. */
export function KeyPage() {
  const present = access.value
  const isRefused = present.kind === 'locked' && present.isRefused
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  useTitle(words('title'))
  const enter = async (): Promise<void> => {
    const key = typed.trim()
    if (key === '') {
      setProblem(words('empty'))
      return
    }
    setBusy(true)
    try {
      await api('/templates', { headers: { 'x-api-key': key } })
      unlock(key)
    } catch (error) {
      const isWrong = error instanceof ApiFailure && error.status === 401
      setProblem(isWrong ? words('refused') : failureText(error))
      setBusy(false)
    }
  }
  return (
    <main class="key-page">
      <div class="card">
        <h1>Oficina</h1>
        <p class="muted">{words('intro')}</p>
        <form
          class="key-form"
          onSubmit={(event) => {
            event.preventDefault()
            void enter()
          }}
        >
          {isRefused && problem === undefined && <Failure text={words('refused')} />}
          <Field label={words('key')} help={words('keyHelp')} error={problem} isRequired>
            {({ id, describedBy, isInvalid }) => (
              <input
                id={id}
                class="input"
                type="password"
                autocomplete="current-password"
                spellcheck={false}
                autofocus
                aria-describedby={describedBy}
                aria-invalid={isInvalid}
                value={typed}
                onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            )}
          </Field>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {words('enter')}
          </Button>
        </form>
      </div>
      <button
        type="button"
        class="text-button"
        lang={language.value === 'en' ? 'es-MX' : 'en'}
        onClick={() => chooseLanguage(language.value === 'en' ? 'es-MX' : 'en')}
      >
        {language.value === 'en' ? 'Español' : 'English'}
      </button>
    </main>
  )
}
