import { useEffect, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'

import { words } from '../words/session.ts'
import { beginEnrolment, confirmEnrolment, type Enrolment } from './factors.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { refusalOf, type Refusal } from './refusal.ts'

export interface EnrolFactorProps {
  /** Begun already, where who asks had to prove themselves; else it begins here. */
  readonly begun?: Enrolment
  readonly onDone: () => void
}

/** Ties an app that makes codes to the person: scan, type its first code, keep the recovery codes. */
export function EnrolFactor({ begun, onDone }: EnrolFactorProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | undefined>(begun)
  const [codes, setCodes] = useState<readonly string[] | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const begin = async (): Promise<void> => {
    setProblem(undefined)
    try {
      setEnrolment(await beginEnrolment(''))
    } catch (error) {
      setProblem(refusalOf(error).text ?? words('noAnswer'))
    }
  }
  useEffect(() => {
    if (begun === undefined) void begin()
  }, [])
  if (codes !== undefined) return <RecoveryCodes codes={codes} onKept={onDone} />
  if (problem !== undefined) return <Failure text={problem} onRetry={() => void begin()} />
  if (enrolment === undefined) return <Skeleton lines={9} />
  const onConfirmed = (given: readonly string[]): void => {
    if (given.length === 0) onDone()
    else setCodes(given)
  }
  return <Confirm enrolment={enrolment} onConfirmed={onConfirmed} />
}

function Confirm({
  enrolment: { id, secreto, otpauth },
  onConfirmed,
}: {
  readonly enrolment: Enrolment
  readonly onConfirmed: (codes: readonly string[]) => void
}) {
  const [codigo, setCodigo] = useState('')
  const [refusal, setRefusal] = useState<Refusal>({})
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      onConfirmed(await confirmEnrolment(id, codigo))
    } catch (error) {
      setRefusal(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form class="sign-in-form" onSubmit={(event) => void onSubmit(event)}>
      <p>{words('scan')}</p>
      <QrCode text={otpauth} />
      <p class="muted">
        {words('bySecret')}{' '}
        <code class="secret">{secreto.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
      </p>
      {refusal.text !== undefined && refusal.field !== 'codigo' && <Failure text={refusal.text} />}
      <Field
        label={words('code')}
        help={words('codeHelp')}
        error={refusal.field === 'codigo' ? refusal.text : undefined}
      >
        {({ id: fieldId, describedBy, isInvalid }) => (
          <input
            class="input code"
            id={fieldId}
            name="codigo"
            autocomplete="one-time-code"
            inputMode="numeric"
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            required
            value={codigo}
            onInput={(event) => setCodigo(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="sign-in-actions">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {words('confirm')}
        </Button>
      </div>
    </form>
  )
}
