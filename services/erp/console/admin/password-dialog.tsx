import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/admin.ts'

export interface PasswordDialogProps {
  readonly user: { readonly id: number; readonly usuario: string }
  readonly onClose: () => void
}

const FORM = 'set-password'

/** A new password for somebody else; the service's refusal stands at the field. */
export function PasswordDialog({ user, onClose }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await api(`/Usuario/${user.id}`, { method: 'PUT', body: { password } })
      toast({ text: words('passwordSet', { name: user.usuario }), tone: 'success' })
      onClose()
    } catch (error) {
      setProblem(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`${words('setPassword')}: ${user.usuario}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" type="submit" form={FORM} isBusy={isBusy}>
            {words('save')}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={words('newPassword')} help={words('passwordHelp')} error={problem} isRequired>
          {({ id, describedBy, isInvalid }) => (
            <input
              class="input"
              id={id}
              type="password"
              autocomplete="new-password"
              autoFocus
              required
              minLength={8}
              value={password}
              aria-describedby={describedBy}
              aria-invalid={isInvalid}
              onInput={({ currentTarget }) => setPassword(currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
