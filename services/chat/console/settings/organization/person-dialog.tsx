import { useState } from 'preact/hooks'
import { Field } from '@oficina/web/field.tsx'

import { api } from '../../session/api.ts'
import { ownUser } from '../../state/own/own.ts'
import { person } from '../../state/people/people.ts'
import { words } from '../../words/administration.ts'
import { words as personal } from '../../words/personal.ts'
import { words as shared } from '../../words/settings.ts'
import { Choice } from '../controls/choice-setting.tsx'
import { profileFields } from '../controls/profile-fields.ts'
import { ProfileValue } from '../controls/profile-value.tsx'
import { rolesGivenBy } from '../controls/roles.ts'
import { FormDialog } from '../frame/form-dialog.tsx'

export interface PersonDialogProps {
  readonly id: number
  readonly onClose: () => void
}

/** An administrator changes another's account. */
export function PersonDialog({ id, onClose }: PersonDialogProps) {
  const known = person(id)
  const [name, setName] = useState(known?.full_name ?? '')
  const [role, setRole] = useState(known?.role ?? 0)
  const [address, setAddress] = useState(known?.delivery_email ?? '')
  if (known === undefined) return null
  const fields = {
    ...(name === known.full_name ? {} : { full_name: name }),
    ...(role === known.role ? {} : { role }),
    ...(address === (known.delivery_email ?? '') ? {} : { new_email: address }),
  }
  const send = async (): Promise<void> => {
    if (Object.keys(fields).length > 0) await api('PATCH', `/users/${id}`, fields)
  }
  return (
    <FormDialog
      title={words('editOf', { name: known.full_name })}
      confirm={shared('save')}
      isDisabled={name.trim() === ''}
      onClose={onClose}
      send={send}
    >
      <Field label={personal('name')} isRequired>
        {({ id: input }) => (
          <input
            class="input"
            id={input}
            maxLength={100}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      {typeof known.delivery_email === 'string' && (
        <Field label={personal('address')}>
          {({ id: input }) => (
            <input
              class="input"
              id={input}
              type="email"
              value={address}
              onInput={(event) => setAddress(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Choice
        label={words('role')}
        value={role}
        options={rolesGivenBy(ownUser.value?.role ?? 0)}
        onChange={setRole}
      />
      {!known.is_bot &&
        profileFields().map((field) => (
          <ProfileValue
            key={field.id}
            field={field}
            value={known.profile_data?.[String(field.id)]?.value ?? ''}
            save={(value) =>
              api('PATCH', `/users/${id}`, { profile_data: [{ id: field.id, value }] })
            }
          />
        ))}
    </FormDialog>
  )
}
