import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Failure } from '@oficina/web/notice.tsx'

import { ApiFailure } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { Password } from '../session/sign-in-form.tsx'
import { words } from '../words/account.ts'

export interface Proven {
  readonly password: string
  readonly name: string
}

export interface ProveYourselfProps {
  readonly title: string
  readonly text?: string
  readonly confirm?: string
  /** Also a name for what is made. */
  readonly asksName?: boolean
  readonly asksPassword?: boolean
  readonly onClose: () => void
  /** @throws ApiFailure */
  readonly prove: (proven: Proven) => Promise<void>
}

/** Asks for the password again before something that a stolen session must not do. */
export function ProveYourself(props: ProveYourselfProps) {
  const { title, text, confirm, asksName = false, asksPassword = true, onClose, prove } = props
  const [proven, setProven] = useState<Proven>({ password: '', name: '' })
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await prove(proven)
    } catch (error) {
      setProblem(isWrongPassword(error) ? words('wrong') : failureText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {text !== undefined && <p>{text}</p>}
      <form class="account-form" onSubmit={(event) => void onSubmit(event)}>
        {problem !== undefined && <Failure text={problem} />}
        {asksName && (
          <Field label={words('label')} help={words('labelHelp')}>
            {({ id, describedBy }) => (
              <input
                class="input"
                id={id}
                aria-describedby={describedBy}
                maxLength={80}
                autoFocus
                value={proven.name}
                onInput={(event) => setProven({ ...proven, name: event.currentTarget.value })}
              />
            )}
          </Field>
        )}
        {asksPassword && (
          <Password
            name="password"
            label={words('present')}
            value={proven.password}
            onType={(password) => setProven({ ...proven, password })}
          />
        )}
        <div class="sign-in-actions">
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {confirm ?? words('goOn')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function isWrongPassword(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    error.problems.some(({ field, code }) => field === 'password' || code === 'INVALID_CREDENTIALS')
  )
}
