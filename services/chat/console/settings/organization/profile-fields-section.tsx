import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { Pill } from '@oficina/web/pill.tsx'

import { api } from '../../session/api.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { isAdmin } from '../controls/may.ts'
import { MoveButtons } from '../controls/move-buttons.tsx'
import { profileFields, type ProfileField } from '../controls/profile-fields.ts'
import { act } from '../frame/act.ts'
import { Section, Why } from '../frame/section.tsx'
import { fieldTypeLabel, ProfileFieldDialog } from './profile-field-dialog.tsx'

/** What the organization asks people about themselves, in order. */
export function ProfileFieldsSection() {
  const [open, setOpen] = useState<ProfileField | 'new' | undefined>(undefined)
  const all = profileFields()
  const mayChange = isAdmin()
  return (
    <Section
      help={words('profileFieldsHelp')}
      actions={
        mayChange && (
          <Button kind="primary" onClick={() => setOpen('new')}>
            {words('addField')}
          </Button>
        )
      }
    >
      {!mayChange && <Why>{shared('onlyAdmins')}</Why>}
      {all.length === 0 && <Empty title={words('noFields')} />}
      <ul class="settings-list">
        {all.map((field, index) => (
          <li key={field.id}>
            <span class="settings-list-name">
              {field.name} <small class="muted">{fieldTypeLabel(field.type)}</small>
              {field.hint !== '' && <small class="muted block">{field.hint}</small>}
            </span>
            {field.required && <Pill tone="warning">{words('requiredField')}</Pill>}
            {field.display_in_profile_summary && <Pill tone="info">{words('inCard')}</Pill>}
            {mayChange && (
              <>
                <MoveButtons
                  ids={all.map(({ id }) => id)}
                  index={index}
                  name={field.name}
                  onOrder={(order) =>
                    void act(() => api('PATCH', '/realm/profile_fields', { order }))
                  }
                />
                <Button
                  kind="quiet"
                  aria-label={words('editOf', { name: field.name })}
                  onClick={() => setOpen(field)}
                >
                  {shared('edit')}
                </Button>
                <Button
                  kind="quiet"
                  aria-label={words('deleteOf', { name: field.name })}
                  onClick={() => void remove(field)}
                >
                  {shared('delete')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {open !== undefined && <ProfileFieldDialog of={open} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}

async function remove({ id, name }: ProfileField): Promise<void> {
  const isMeant = await ask({
    title: words('deleteOf', { name }),
    text: words('deleteFieldText'),
    confirm: shared('delete'),
    isDangerous: true,
  })
  if (isMeant) await act(() => api('DELETE', `/realm/profile_fields/${id}`))
}
