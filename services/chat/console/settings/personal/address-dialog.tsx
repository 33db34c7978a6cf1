import { useState } from 'preact/hooks'
import { Field } from '@oficina/web/field.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { api } from '../../session/api.ts'
import { ownUser } from '../../state/own/own.ts'
import { words } from '../../words/personal.ts'
import { FormDialog } from '../frame/form-dialog.tsx'
import { PasswordField } from './password-field.tsx'

/** Another address; where the server sends mail it asks the new address first. */
export function AddressDialog({ onClose }: { readonly onClose: () => void }) {
  const before = ownUser.value?.delivery_email ?? ''
  const [address, setAddress] = useState(before)
  const [password, setPassword] = useState('')
  const send = async (): Promise<void> => {
    await api('PATCH', '/settings', { email: address, old_password: password })
    const now = await api<{ readonly delivery_email?: string | null }>('GET', '/users/me')
    const isChanged = now.delivery_email === address.trim()
    toast({
      text: isChanged ? words('addressChanged') : words('addressAsked', { address }),
      tone: 'success',
    })
  }
  return (
    <FormDialog
      title={words('changeAddress')}
      confirm={words('change')}
      isDisabled={address.trim() === '' || address === before || password === ''}
      onClose={onClose}
      send={send}
    >
      <Field label={words('newAddress')} isRequired>
        {({ id }) => (
          <input
            class="input"
            id={id}
            type="email"
            required
            autocomplete="email"
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
        )}
      </Field>
      <PasswordField label={words('presentPassword')} value={password} onType={setPassword} />
    </FormDialog>
  )
}
