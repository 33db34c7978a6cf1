import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field, type FieldIds } from '@oficina/web/field.tsx'
import { Failure } from '@oficina/web/notice.tsx'

import { api, ApiFailure, type ApiProblem } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { session } from '../session/session.ts'
import { ReferencePicker } from '../values/reference-picker.tsx'
import { words } from '../words/admin.ts'
import { TextField } from './text-field.tsx'

interface Draft {
  readonly nombre: string
  readonly usuario: number | null
  readonly perfil: number | null
  readonly alcances: string
  readonly limite: string
  readonly expira: string
}

/** What is typed, as the service takes it. */
function bodyOf({ nombre, usuario, perfil, alcances, limite, expira }: Draft) {
  const scopes = alcances.split(/[\s,]+/).filter((scope) => scope !== '')
  return {
    nombre,
    usuario,
    perfil,
    estado: 'activa',
    ...(scopes.length === 0 ? {} : { alcances: scopes }),
    ...(limite === '' ? {} : { limite_por_minuto: Number(limite) }),
    ...(expira === '' ? {} : { expira_en: new Date(expira).toISOString() }),
  }
}

export interface NewKeyDialogProps {
  readonly onClose: () => void
  readonly onMade: (key: string) => void
}

const FORM = 'new-key'

export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const [draft, setDraft] = useState<Draft>({
    nombre: '',
    usuario: session.peek()?.usuario.id ?? null,
    perfil: null,
    alcances: '',
    limite: '',
    expira: '',
  })
  const [failure, setFailure] = useState<unknown>(undefined)
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const body = bodyOf(draft)
      const { data } = await api<{ readonly clave: string }>('/ClaveApi', { method: 'POST', body })
      onMade(data.clave)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={words('newKey')}
      onClose={onClose}
      size="medium"
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" type="submit" form={FORM} isBusy={isBusy}>
            {words('create')}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        class="admin-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <KeyFields
          draft={draft}
          failure={failure}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      </form>
    </Dialog>
  )
}

interface KeyFieldsProps {
  readonly draft: Draft
  /** Why the service did not take it. */
  readonly failure: unknown
  readonly onChange: (change: Partial<Draft>) => void
}

function KeyFields({ draft, failure, onChange }: KeyFieldsProps) {
  const person = session.value?.usuario
  const [texts, setTexts] = useState({
    usuario: person === undefined ? '' : `${person.usuario} ${person.nombre}`,
    perfil: '',
  })
  const problems: readonly ApiProblem[] = failure instanceof ApiFailure ? failure.problems : []
  const errorOf = (field: string) => problems.find((one) => one.field === field)?.message
  const isElsewhere = problems.every(({ field }) => !FIELDS.has(field ?? ''))
  const picker = (field: 'usuario' | 'perfil', model: string) => (ids: FieldIds) => (
    <ReferencePicker
      model={model}
      ids={ids}
      value={draft[field]}
      text={texts[field]}
      onChange={(id, chosen) => {
        onChange({ [field]: typeof id === 'number' ? id : null })
        setTexts({ ...texts, [field]: chosen?.text ?? '' })
      }}
    />
  )
  return (
    <>
      {failure !== undefined && isElsewhere && <Failure text={failureText(failure)} />}
      <TextField
        label={words('keyName')}
        help={words('keyNameHelp')}
        isRequired
        autoFocus
        value={draft.nombre}
        error={errorOf('nombre')}
        onChange={(nombre) => onChange({ nombre })}
      />
      <Field label={words('user')} isRequired error={errorOf('usuario')}>
        {picker('usuario', 'Usuario')}
      </Field>
      <Field label={words('profile')} isRequired error={errorOf('perfil')}>
        {picker('perfil', 'Perfil')}
      </Field>
      <TextField
        label={words('scopes')}
        help={words('scopesHelp')}
        type="lines"
        value={draft.alcances}
        error={errorOf('alcances')}
        onChange={(alcances) => onChange({ alcances })}
      />
      <TextField
        label={words('limit')}
        type="number"
        value={draft.limite}
        error={errorOf('limite_por_minuto')}
        onChange={(limite) => onChange({ limite })}
      />
      <TextField
        label={words('expires')}
        type="instant"
        value={draft.expira}
        error={errorOf('expira_en')}
        onChange={(expira) => onChange({ expira })}
      />
    </>
  )
}

const FIELDS = new Set([
  'nombre',
  'usuario',
  'perfil',
  'alcances',
  'limite_por_minuto',
  'expira_en',
])

/** The key, this once. */
export function MadeKey({
  text,
  onClose,
}: {
  readonly text: string
  readonly onClose: () => void
}) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Dialog
      title={words('keyMade')}
      onClose={onClose}
      size="medium"
      actions={
        <>
          <Button onClick={onClose}>{words('done')}</Button>
          <Button kind="primary" onClick={() => void copy().catch(() => setCopied(false))}>
            {words(isCopied ? 'copied' : 'copy')}
          </Button>
        </>
      }
    >
      <p>{words('keyMadeText')}</p>
      <input
        class="input made-key"
        readOnly
        value={text}
        aria-label={words('keyMade')}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </Dialog>
  )
}
