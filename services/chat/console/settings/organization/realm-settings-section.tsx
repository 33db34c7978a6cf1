import { useEffect, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'

import { api } from '../../session/api.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { isAdmin } from '../controls/may.ts'
import { SETTINGS_GROUPS } from '../declared/realm-settings.ts'
import { act } from '../frame/act.ts'
import { Section, Why } from '../frame/section.tsx'
import { useSaver } from '../frame/use-setting.ts'
import { useUnsavedGuard } from '../frame/use-unsaved-guard.ts'
import { RealmForm } from './realm-form.tsx'

/** How the organization works. */
export function RealmSettingsSection() {
  return (
    <>
      {SETTINGS_GROUPS.map((group) => (
        <RealmForm key={group.key} group={group} />
      ))}
      <WelcomeText />
    </>
  )
}

const MAX_LENGTH = 8000
const NAME = 'welcome_message_custom_text'

/** What the welcome bot adds for new people; it can be sent to oneself before it is saved. */
function WelcomeText() {
  const present = realm.value?.[`realm_${NAME}`] ?? ''
  const [text, setText] = useState(present)
  const saver = useSaver()
  useEffect(() => setText(present), [present])
  const isDirty = text !== present
  useUnsavedGuard(isDirty)
  const mayChange = isAdmin()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void saver.save(() => api('PATCH', '/realm', { [NAME]: text }))
      }}
    >
      <Section
        title={words('welcomeText')}
        help={words('welcomeTextHelp')}
        state={saver.state}
        actions={
          isDirty && (
            <>
              <Button onClick={() => setText(present)}>{shared('discard')}</Button>
              <Button type="submit" kind="primary">
                {shared('save')}
              </Button>
            </>
          )
        }
      >
        {!mayChange && <Why>{shared('onlyAdmins')}</Why>}
        <Field label={words('welcomeText')}>
          {({ id }) => (
            <textarea
              class="input"
              id={id}
              rows={5}
              maxLength={MAX_LENGTH}
              disabled={!mayChange}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        {mayChange && (
          <div>
            <Button
              disabled={text.trim() === ''}
              onClick={() =>
                void act(
                  () => api('POST', '/realm/test_welcome_bot_custom_message', { [NAME]: text }),
                  words('welcomeSent'),
                )
              }
            >
              {words('welcomeTest')}
            </Button>
          </div>
        )}
      </Section>
    </form>
  )
}
