import { useState } from 'preact/hooks'
import { Field } from '@oficina/web/field.tsx'

import { api } from '../../session/api.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/bots.ts'
import { Choice } from '../controls/choice-setting.tsx'
import { may } from '../controls/may.ts'
import { FormDialog } from '../frame/form-dialog.tsx'
import { Why } from '../frame/section.tsx'
import { botTypeLabel, GENERIC, HOOK } from './bot-types.ts'

/** A new bot of the person's. */
export function AddBot({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [shortName, setShortName] = useState('')
  const [type, setType] = useState(may('can_create_bots_group') ? GENERIC : HOOK)
  const domain = realm.value?.['realm_bot_domain'] ?? ''
  const isAllowed = may(
    type === GENERIC ? 'can_create_bots_group' : 'can_create_write_only_bots_group',
  )
  return (
    <FormDialog
      title={words('add')}
      confirm={words('add')}
      isDisabled={!isAllowed || name.trim() === '' || shortName.trim() === ''}
      onClose={onClose}
      send={() => api('POST', '/bots', { full_name: name, short_name: shortName, bot_type: type })}
    >
      <Choice
        label={words('type')}
        help={type === GENERIC ? words('genericHelp') : words('hookHelp')}
        value={type}
        options={[GENERIC, HOOK].map((value) => ({ value, label: botTypeLabel(value) }))}
        onChange={setType}
      />
      {!isAllowed && <Why>{words('mayNot')}</Why>}
      <Field label={words('name')} isRequired>
        {({ id }) => (
          <input
            class="input"
            id={id}
            maxLength={100}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field
        label={words('shortName')}
        help={words('shortNameHelp', { address: `${shortName.trim()}-bot@${domain}` })}
        isRequired
      >
        {({ id, describedBy }) => (
          <input
            class="input"
            id={id}
            aria-describedby={describedBy}
            spellcheck={false}
            value={shortName}
            onInput={(event) => setShortName(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
