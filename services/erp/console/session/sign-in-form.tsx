import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Failure } from '@oficina/web/notice.tsx'

import { words } from '../words/session.ts'
import { refusalOf, type Refusal } from './refusal.ts'
import { signIn, type Credentials } from './sign-in.ts'

type Step = 'password' | 'code' | 'new password'

interface Typed {
  readonly usuario: string
  readonly password: string
  readonly codigo: string
  readonly nueva: string
  readonly repeated: string
}

const NOTHING: Typed = { usuario: '', password: '', codigo: '', nueva: '', repeated: '' }

export interface SignInFormProps {
  /** Who signs in again; anybody else has to leave first. */
  readonly usuario?: string
  /** What the button says when nothing else is asked for. */
  readonly submit: string
  /** Beside the button. */
  readonly children?: ComponentChildren
}

/** User and password, then whatever the service still asks for: a code, a new password. */
export function SignInForm({ usuario, submit, children }: SignInFormProps) {
  const [step, setStep] = useState<Step>('password')
  const [typed, setTyped] = useState<Typed>({ ...NOTHING, usuario: usuario ?? '' })
  const [refusal, setRefusal] = useState<Refusal>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [step])
  const set = (name: keyof Typed) => (value: string) => setTyped({ ...typed, [name]: value })
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const differ = step === 'new password' && typed.nueva !== typed.repeated
    if (differ) {
      setRefusal({ field: 'nueva', text: words('differ') })
      return
    }
    setBusy(true)
    try {
      await signIn(credentialsOf(typed))
    } catch (error) {
      const refused = refusalOf(error)
      setRefusal(refused)
      if (refused.needs !== undefined) setStep(refused.needs)
      form.current?.querySelector<HTMLElement>(`[name=${refused.field ?? 'password'}]`)?.focus()
    } finally {
      setBusy(false)
    }
  }
  const back = (): void => {
    setStep('password')
    setRefusal({})
    setTyped({ ...NOTHING, usuario: typed.usuario })
  }
  return (
    <form class="sign-in-form" ref={form} onSubmit={(event) => void onSubmit(event)}>
      {refusal.text !== undefined && refusal.field === undefined && <Failure text={refusal.text} />}
      {step === 'password' && (
        <>
          {usuario === undefined && <UserField value={typed.usuario} onType={set('usuario')} />}
          <Password
            name="password"
            label={words('password')}
            value={typed.password}
            onType={set('password')}
          />
        </>
      )}
      {step === 'code' && (
        <CodeField
          value={typed.codigo}
          onType={set('codigo')}
          error={refusal.field === 'codigo' ? refusal.text : undefined}
        />
      )}
      {step === 'new password' && (
        <NewPassword
          typed={typed}
          set={set}
          error={refusal.field === 'nueva' ? refusal.text : undefined}
        />
      )}
      <div class="sign-in-actions">
        {step === 'password' ? children : <Button onClick={back}>{words('back')}</Button>}
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {step === 'password' ? submit : words('goOn')}
        </Button>
      </div>
    </form>
  )
}

function credentialsOf({ usuario, password, codigo, nueva }: Typed): Credentials {
  return {
    usuario: usuario.trim(),
    password,
    ...(codigo === '' ? {} : { codigo }),
    ...(nueva === '' ? {} : { nueva }),
  }
}

interface Typing {
  readonly value: string
  readonly onType: (value: string) => void
}

function UserField({ value, onType }: Typing) {
  return (
    <Field label={words('user')}>
      {({ id }) => (
        <input
          class="input"
          id={id}
          name="usuario"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface PasswordProps extends Typing {
  readonly name: string
  readonly label: string
  readonly isNew?: boolean
  readonly help?: string
  readonly error?: string | undefined
}

export function Password({ name, label, isNew = false, value, onType, ...notes }: PasswordProps) {
  return (
    <Field label={label} {...notes}>
      {({ id, describedBy, isInvalid }) => (
        <input
          class="input"
          id={id}
          name={name}
          type="password"
          autocomplete={isNew ? 'new-password' : 'current-password'}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          required
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** The code of an authenticator app, or one of those that were kept for when it is lost. */
export function CodeField({
  value,
  onType,
  error,
}: Typing & { readonly error: string | undefined }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <div>
      <Field
        label={words(isRecovery ? 'recovery' : 'code')}
        help={words(isRecovery ? 'recoveryHelp' : 'codeHelp')}
        error={error}
      >
        {({ id, describedBy, isInvalid }) => (
          <input
            class="input code"
            id={id}
            name="codigo"
            autocomplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            autocapitalize="none"
            spellcheck={false}
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            required
            value={value}
            onInput={(event) => onType(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="button" class="text-button" onClick={() => setRecovery(!isRecovery)}>
        {words(isRecovery ? 'useApp' : 'useRecovery')}
      </button>
    </div>
  )
}

function NewPassword({
  typed,
  set,
  error,
}: {
  readonly typed: Typed
  readonly set: (name: keyof Typed) => (value: string) => void
  readonly error: string | undefined
}) {
  return (
    <>
      <p>{words('expired')}</p>
      <Password
        name="nueva"
        label={words('newPassword')}
        help={words('newPasswordHelp')}
        isNew
        error={error}
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
    </>
  )
}
