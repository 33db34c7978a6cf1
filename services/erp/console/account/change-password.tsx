import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { refusalOf, type Refusal } from '../session/refusal.ts'
import { CodeField, Password } from '../session/sign-in-form.tsx'
import { signIn } from '../session/sign-in.ts'
import { words } from '../words/account.ts'
import { words as signInWords } from '../words/session.ts'

const NOTHING = { password: '', codigo: '', nueva: '', repeated: '' }

/** A new password is set by signing in with it, which opens a session and ends all others. */
export function ChangePassword({ login }: { readonly login: string }) {
  const [typed, setTyped] = useState(NOTHING)
  const [asksCode, setAsksCode] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({})
  const [isBusy, setBusy] = useState(false)
  const set = (name: keyof typeof NOTHING) => (value: string) =>
    setTyped({ ...typed, [name]: value })
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (typed.nueva !== typed.repeated) {
      setRefusal({ field: 'nueva', text: signInWords('differ') })
      return
    }
    setBusy(true)
    setRefusal({})
    try {
      const { password, codigo, nueva } = typed
      await signIn({ usuario: login, password, nueva, ...(codigo === '' ? {} : { codigo }) })
      toast({ text: words('changed'), tone: 'success' })
      setTyped(NOTHING)
      setAsksCode(false)
    } catch (error) {
      const refused = refusalOf(error)
      setRefusal(refused)
      if (refused.needs === 'code') setAsksCode(true)
    } finally {
      setBusy(false)
    }
  }
  const errorOf = (field: Refusal['field']) =>
    refusal.field === field && field !== undefined ? refusal.text : undefined
  return (
    <section class="card">
      <h2>{words('password')}</h2>
      <p class="muted">{words('passwordText')}</p>
      <form class="account-form" onSubmit={(event) => void onSubmit(event)}>
        {refusal.text !== undefined && refusal.field === undefined && (
          <Failure text={refusal.text} />
        )}
        <Password
          name="password"
          label={words('present')}
          value={typed.password}
          onType={set('password')}
        />
        <Password
          name="nueva"
          label={words('new')}
          help={words('newHelp')}
          isNew
          error={errorOf('nueva')}
          value={typed.nueva}
          onType={set('nueva')}
        />
        <Password
          name="repeated"
          label={words('repeat')}
          isNew
          value={typed.repeated}
          onType={set('repeated')}
        />
        {asksCode && (
          <CodeField value={typed.codigo} onType={set('codigo')} error={errorOf('codigo')} />
        )}
        <div>
          <Button type="submit" isBusy={isBusy}>
            {words('change')}
          </Button>
        </div>
      </form>
    </section>
  )
}
