import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Failure } from '@oficina/web/notice.tsx'

import { words } from '../words/session.ts'
import { ApiFailure } from './api.ts'
import { failureText } from './failure-text.ts'
import { signIn } from './sign-in.ts'

export interface SignInFormProps {
  /** Set where it is known who has to sign in. */
  readonly email?: string
  /** Written into the field beforehand. */
  readonly proposed?: string
  /** Buttons before its own. */
  readonly children?: ComponentChildren
}

export function SignInForm({ email: known, proposed = '', children }: SignInFormProps) {
  const [email, setEmail] = useState(known ?? proposed)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await signIn(email.trim(), password)
    } catch (error) {
      const isWrong = error instanceof ApiFailure && error.status === 401
      setProblem(isWrong ? words('wrong') : failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form class="sign-in-form" onSubmit={(event) => void onSubmit(event)}>
      {problem !== undefined && <Failure text={problem} />}
      {known === undefined && (
        <Field label={words('email')}>
          {({ id }) => (
            <input
              class="input"
              id={id}
              name="email"
              type="email"
              autocomplete="username"
              required
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Field label={words('password')}>
        {({ id }) => (
          <input
            class="input"
            id={id}
            name="password"
            type="password"
            autocomplete="current-password"
            required
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="sign-in-actions">
        {children}
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {words(known === undefined ? 'signIn' : 'goOn')}
        </Button>
      </div>
    </form>
  )
}
