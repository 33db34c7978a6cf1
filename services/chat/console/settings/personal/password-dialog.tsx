import { useState } from 'preact/hooks'
import { toast } from '@oficina/web/toasts.tsx'

import { api } from '../../session/api.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/personal.ts'
import { FormDialog } from '../frame/form-dialog.tsx'
import { PasswordField } from './password-field.tsx'

export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const [before, setBefore] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const least = realm.value?.['password_min_length'] ?? 0
  const differs = repeated !== '' && repeated !== password
  const send = async (): Promise<void> => {
    await api('PATCH', '/settings', { old_password: before, new_password: password })
    toast({ text: words('passwordChanged'), tone: 'success' })
  }
  return (
    <FormDialog
      title={words('changePassword')}
      confirm={words('change')}
      isDisabled={before === '' || password.length < least || repeated !== password}
      onClose={onClose}
      send={send}
    >
      <PasswordField label={words('presentPassword')} value={before} onType={setBefore} />
      <PasswordField
        label={words('newPassword')}
        help={words('passwordLeast', { count: least })}
        isNew
        value={password}
        onType={setPassword}
      />
      <PasswordField
        label={words('repeatPassword')}
        isNew
        error={differs ? words('passwordsDiffer') : undefined}
        value={repeated}
        onType={setRepeated}
      />
    </FormDialog>
  )
}
