import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { formatInstant } from '@oficina/web/formats.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { EnrolFactor } from '../session/enrol-factor.tsx'
import {
  beginEnrolment,
  newRecoveryCodes,
  readFactors,
  removeFactor,
  type Enrolment,
  type Factor,
} from '../session/factors.ts'
import { failureText } from '../session/failure-text.ts'
import { RecoveryCodes } from '../session/recovery-codes.tsx'
import { words } from '../words/account.ts'
import { words as signInWords } from '../words/session.ts'
import { ProveYourself } from './prove-yourself.tsx'

/** What the person is doing with their factors, in a dialog. */
type Act =
  | { readonly kind: 'prove to enrol' }
  | { readonly kind: 'enrol'; readonly begun: Enrolment }
  | { readonly kind: 'remove'; readonly factor: Factor }
  | { readonly kind: 'prove to see codes' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** The apps whose codes are asked for at sign-in, and what helps when they are lost. */
export function OwnFactors() {
  const { value, error, reload } = useLoaded('factors', readFactors)
  const [act, setAct] = useState<Act | undefined>(undefined)
  const isNone = value?.confirmed.length === 0
  const done = (text: string): void => {
    setAct(undefined)
    toast({ text, tone: 'success' })
    reload()
  }
  return (
    <section class="card">
      <h2>{words('factors')}</h2>
      {error !== undefined && <Failure text={failureText(error)} onRetry={reload} />}
      {value === undefined && error === undefined && <Skeleton lines={2} />}
      {value !== undefined && (
        <>
          <p class="muted">{words(isNone ? 'factorsNone' : 'factorsSome')}</p>
          <ul class="account-list">
            {value.confirmed.map((factor) => (
              <Line
                key={factor.id}
                factor={factor}
                remove={() => setAct({ kind: 'remove', factor })}
              />
            ))}
          </ul>
          {!isNone && (
            <p class="account-codes">
              {words('codesLeft', { count: value.codesLeft })}{' '}
              <Button kind="quiet" onClick={() => setAct({ kind: 'prove to see codes' })}>
                {words('newCodes')}
              </Button>
            </p>
          )}
          <Button onClick={() => setAct({ kind: 'prove to enrol' })}>{words('enrol')}</Button>
        </>
      )}
      {act !== undefined && <Acting act={act} isFirst={isNone} setAct={setAct} done={done} />}
    </section>
  )
}

function Line({ factor, remove }: { readonly factor: Factor; readonly remove: () => void }) {
  const { etiqueta, verificado_en: since, ultimo_uso: lastUse } = factor
  return (
    <li>
      <div class="grow">
        <p>
          <strong>{etiqueta}</strong>
        </p>
        <p class="muted">
          {since !== null && words('since', { date: formatInstant(since) })}
          {lastUse !== null && ` · ${words('lastUse', { date: formatInstant(lastUse) })}`}
        </p>
      </div>
      <Button kind="danger" onClick={remove} aria-label={words('removeTitle', { name: etiqueta })}>
        {words('remove')}
      </Button>
    </li>
  )
}

interface ActingProps {
  readonly act: Act
  readonly isFirst: boolean
  readonly setAct: (act: Act | undefined) => void
  readonly done: (text: string) => void
}

function Acting({ act, isFirst, setAct, done }: ActingProps) {
  const close = (): void => setAct(undefined)
  switch (act.kind) {
    case 'prove to enrol':
      return (
        <ProveYourself
          title={words('enrol')}
          asksName
          // The first app needs no proof; beside another one it does.
          asksPassword={!isFirst}
          onClose={close}
          prove={async ({ password, name }) => {
            const begun = await beginEnrolment(name, isFirst ? undefined : password)
            setAct({ kind: 'enrol', begun })
          }}
        />
      )
    case 'enrol':
      return (
        <Dialog title={words('enrol')} onClose={close}>
          <EnrolFactor begun={act.begun} onDone={() => done(words('enrolled'))} />
        </Dialog>
      )
    case 'remove':
      return (
        <ProveYourself
          title={words('removeTitle', { name: act.factor.etiqueta })}
          text={words('removeText')}
          confirm={words('remove')}
          onClose={close}
          prove={async ({ password }) => {
            await removeFactor(act.factor.id, password)
            done(words('removed'))
          }}
        />
      )
    case 'prove to see codes':
      return (
        <ProveYourself
          title={words('newCodes')}
          text={words('newCodesText')}
          onClose={close}
          prove={async ({ password }) => {
            setAct({ kind: 'codes', codes: await newRecoveryCodes(password) })
          }}
        />
      )
    case 'codes':
      return (
        <Dialog title={words('newCodes')} onClose={close} isHeld>
          <RecoveryCodes codes={act.codes} onKept={() => done(signInWords('codesKept'))} />
        </Dialog>
      )
  }
}
