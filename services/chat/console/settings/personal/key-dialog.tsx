import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { saveFile } from '@oficina/web/save-file.ts'

import { account, keepAccount } from '../../session/accounts.ts'
import { api, publicApi } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import { ownUser } from '../../state/own/own.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/personal.ts'
import { words as shared } from '../../words/settings.ts'
import { zuliprc } from '../bots/zuliprc.ts'
import { SecretField } from '../controls/secret-field.tsx'
import { FormDialog } from '../frame/form-dialog.tsx'
import { PasswordField } from './password-field.tsx'

/** The person's own key: whoever knows the password may see it. */
export function KeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [key, setKey] = useState<string | undefined>(undefined)
  const [password, setPassword] = useState('')
  if (key !== undefined) return <Shown apiKey={key} setKey={setKey} onClose={onClose} />
  const send = async (): Promise<boolean> => {
    const username = ownUser.peek()?.delivery_email ?? account.peek()?.email ?? ''
    const opened = await publicApi<{ readonly api_key: string }>('POST', '/fetch_api_key', {
      username,
      password,
    })
    setKey(opened.api_key)
    return false
  }
  return (
    <FormDialog
      title={words('showKey')}
      confirm={words('showKey')}
      isDisabled={password === ''}
      onClose={onClose}
      send={send}
    >
      <p>{words('keyAsks')}</p>
      <PasswordField label={words('presentPassword')} value={password} onType={setPassword} />
    </FormDialog>
  )
}

interface ShownProps {
  readonly apiKey: string
  readonly setKey: (key: string) => void
  readonly onClose: () => void
}

function Shown({ apiKey, setKey, onClose }: ShownProps) {
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const regenerate = async (): Promise<void> => {
    const isMeant = await ask({
      title: words('newKey'),
      text: words('newKeyText'),
      confirm: words('newKey'),
      isDangerous: true,
    })
    const present = account.peek()
    if (!isMeant || present === undefined) return
    try {
      const made = await api<{ readonly api_key: string }>('POST', '/users/me/api_key/regenerate')
      // This page goes on with the new key.
      keepAccount({ ...present, apiKey: made.api_key })
      setKey(made.api_key)
    } catch (error) {
      setProblem(failureText(error))
    }
  }
  const email = account.value?.email ?? ''
  const save = (): void =>
    saveFile(
      new Blob([zuliprc({ email, key: apiKey, site: realm.peek()?.realm_url ?? location.origin })]),
      'zuliprc',
    )
  return (
    <Dialog
      title={words('key')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{shared('close')}</Button>}
    >
      <div class="settings-form">
        {problem !== undefined && <Failure text={problem} />}
        <SecretField label={words('key')} help={words('keyHelp')} value={apiKey} />
        <div class="row">
          <Button onClick={save}>{words('downloadRc')}</Button>
          <Button kind="danger" onClick={() => void regenerate()}>
            {words('newKey')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
