import { useState } from 'preact/hooks'
import { Combobox } from '@oficina/web/combobox.tsx'
import { Field } from '@oficina/web/field.tsx'

import { api } from '../../session/api.ts'
import { ownUser } from '../../state/own/own.ts'
import { bots } from '../../state/people/bots.ts'
import { loadAllPeople, person } from '../../state/people/people.ts'
import { words } from '../../words/bots.ts'
import { words as shared } from '../../words/settings.ts'
import { Choice } from '../controls/choice-setting.tsx'
import { findPeople, type Holder } from '../controls/find-holders.ts'
import { isAdmin } from '../controls/may.ts'
import { personName } from '../controls/person-name.ts'
import { rolesGivenBy } from '../controls/roles.ts'
import { FormDialog } from '../frame/form-dialog.tsx'

export interface BotDialogProps {
  readonly id: number
  readonly onClose: () => void
}

/** A bot's name, whose it is, and what it may. */
export function BotDialog({ id, onClose }: BotDialogProps) {
  const bot = bots.get(id)
  const known = person(id)
  const [name, setName] = useState(bot?.full_name ?? known?.full_name ?? '')
  const [owner, setOwner] = useState(bot?.owner_id ?? known?.bot_owner_id ?? 0)
  const [role, setRole] = useState<number | undefined>(undefined)
  const present = bot?.owner_id ?? known?.bot_owner_id ?? 0
  const search = async (typed: string) => {
    await loadAllPeople()
    return findPeople(typed, new Set()).filter(({ value }) => person(value.id)?.is_bot !== true)
  }
  const send = (): Promise<unknown> =>
    api('PATCH', `/bots/${id}`, {
      full_name: name,
      ...(owner === present ? {} : { bot_owner_id: owner }),
      ...(role === undefined || role === known?.role ? {} : { role }),
    })
  return (
    <FormDialog
      title={words('edit', { name: bot?.full_name ?? '' })}
      confirm={shared('save')}
      isDisabled={name.trim() === ''}
      onClose={onClose}
      send={send}
    >
      <Field label={words('name')} isRequired>
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
      <Field label={words('owner')}>
        {(ids) => (
          <Combobox<Holder>
            ids={ids}
            shown={personName(owner)}
            search={search}
            onChoose={({ value }) => setOwner(value.id)}
          />
        )}
      </Field>
      {isAdmin() && known !== undefined && (
        <Choice
          label={words('role')}
          value={role ?? known.role}
          options={rolesGivenBy(ownUser.value?.role ?? 0)}
          onChange={setRole}
        />
      )}
    </FormDialog>
  )
}
