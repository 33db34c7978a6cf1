import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import { api } from '../../session/api.ts'
import { alertWords } from '../../state/own/alert-words.ts'
import { words } from '../../words/personal.ts'
import { words as shared } from '../../words/settings.ts'
import { act } from '../frame/act.ts'
import { Section } from '../frame/section.tsx'
import { useSaver } from '../frame/use-setting.ts'

const MAX_LENGTH = 100

/** Words that alert the person as a mention does. */
export function AlertWordsSection() {
  const [typed, setTyped] = useState('')
  const saver = useSaver()
  const all = alertWords.value.toSorted((a, b) => a.localeCompare(b))
  const add = async (): Promise<void> => {
    const word = typed.trim()
    if (word === '') return
    if (await saver.save(() => api('POST', '/users/me/alert_words', { alert_words: [word] }))) {
      setTyped('')
    }
  }
  return (
    <Section help={words('alertHelp')} state={saver.state}>
      <form
        class="row end"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Field label={words('alertWord')}>
          {({ id }) => (
            <input
              class="input"
              id={id}
              maxLength={MAX_LENGTH}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" disabled={typed.trim() === ''}>
          {shared('add')}
        </Button>
      </form>
      {all.length === 0 && <Empty title={words('noAlertWords')} />}
      <ul class="settings-list">
        {all.map((word) => (
          <li key={word}>
            <span class="settings-list-name">{word}</span>
            <Button
              kind="quiet"
              aria-label={shared('removeHolder', { name: word })}
              onClick={() =>
                void act(() => api('DELETE', '/users/me/alert_words', { alert_words: [word] }))
              }
            >
              {shared('remove')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
