import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Failure } from '@oficina/web/notice.tsx'

import { api, ApiFailure } from '../session/api.ts'
import { keepToken } from '../session/token.ts'
import { words } from '../words/shell.ts'

export function SignIn() {
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (!(event.currentTarget instanceof HTMLFormElement)) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    try {
      const body = { usuario: form.get('usuario'), password: form.get('password') }
      const { data } = await api<{ token: string }>('/auth/login', { method: 'POST', body })
      keepToken(data.token)
    } catch (error) {
      setProblem(error instanceof ApiFailure ? error.message : words('noAnswer'))
      setBusy(false)
    }
  }
  return (
    <main class="sign-in">
      <form class="card" onSubmit={(event) => void onSubmit(event)}>
        <h1>Oficina</h1>
        {problem !== undefined && <Failure text={problem} />}
        <Field label={words('user')}>
          {({ id }) => (
            <input class="input" id={id} name="usuario" autocomplete="username" required />
          )}
        </Field>
        <Field label={words('password')}>
          {({ id }) => (
            <input
              class="input"
              id={id}
              name="password"
              type="password"
              autocomplete="current-password"
              required
            />
          )}
        </Field>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {words('signIn')}
        </Button>
      </form>
    </main>
  )
}
