import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import { api } from '../../session/api.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { isAdmin } from '../controls/may.ts'
import { act } from '../frame/act.ts'
import { FormDialog } from '../frame/form-dialog.tsx'
import { Section, Why } from '../frame/section.tsx'

interface Playground {
  readonly id: number
  readonly name: string
  readonly pygments_language: string
  readonly url_template: string
}

/** Places where code of a language can be run. */
export function PlaygroundsSection() {
  const [isAdding, setAdding] = useState(false)
  // The form is the contract's; the key comes after the first paint.
  const all = (realm.value?.['realm_playgrounds'] ?? []) as readonly Playground[]
  const mayChange = isAdmin()
  return (
    <Section
      help={words('playgroundsHelp')}
      actions={
        mayChange && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            {words('addPlayground')}
          </Button>
        )
      }
    >
      {!mayChange && <Why>{shared('onlyAdmins')}</Why>}
      {all.length === 0 && <Empty title={words('noPlaygrounds')} />}
      <ul class="settings-list">
        {all.map((one) => (
          <li key={one.id}>
            <span class="settings-list-name">
              {one.name} <small class="muted">{one.pygments_language}</small>
              <small class="muted block">{one.url_template}</small>
            </span>
            {mayChange && (
              <Button
                kind="quiet"
                aria-label={words('deleteOf', { name: one.name })}
                onClick={() => void remove(one)}
              >
                {shared('delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAdding && <AddPlayground onClose={() => setAdding(false)} />}
    </Section>
  )
}

async function remove({ id, name }: Playground): Promise<void> {
  const isMeant = await ask({
    title: words('deleteOf', { name }),
    text: words('deletePlaygroundText'),
    confirm: shared('delete'),
    isDangerous: true,
  })
  if (isMeant) await act(() => api('DELETE', `/realm/playgrounds/${id}`))
}

function AddPlayground({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState({ name: '', pygments_language: '', url_template: '' })
  const input = (name: keyof typeof typed, label: string, hint: string, help?: string) => (
    <Field label={label} help={help} isRequired>
      {({ id, describedBy }) => (
        <input
          class="input"
          id={id}
          aria-describedby={describedBy}
          placeholder={hint}
          value={typed[name]}
          onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
  return (
    <FormDialog
      title={words('addPlayground')}
      confirm={shared('add')}
      isDisabled={Object.values(typed).some((text) => text.trim() === '')}
      onClose={onClose}
      send={() => api('POST', '/realm/playgrounds', typed)}
    >
      {input('pygments_language', words('codeLanguage'), 'Python')}
      {input('name', words('playgroundName'), 'Python 3')}
      {input(
        'url_template',
        words('template'),
        'https://example.com/?code={code}',
        words('playgroundTemplateHelp'),
      )}
    </FormDialog>
  )
}
