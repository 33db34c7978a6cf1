import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import type { PickedPerson } from '../admin/people-picker.tsx'
import { textOf } from '../reports/report-catalog.ts'
import type { Report } from '../reports/report-declaration.ts'
import type { Asked } from '../reports/report-parameters.ts'
import { api, ApiFailure } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { session } from '../session/session.ts'
import { words } from '../words/sendings.ts'
import { FIELDS, SendingFields, type SendingDraft } from './sending-fields.tsx'
import { nameOf, type StoredSending } from './stored-sending.ts'

interface SendingDialogProps {
  readonly report: Report
  /** What the report is asked for now. */
  readonly asked: Asked
  /** The sending that is changed; undefined: a new one. */
  readonly stored?: StoredSending
  readonly onClose: () => void
}

const FORM = 'sending'
const PATH = '/reportes/envios'
const DAYS = ['desde', 'hasta']

/** Has a report sent by mail again and again, as it is asked for on its page, or changes how it is. */
export function SendingDialog({ report, asked, stored, onClose }: SendingDialogProps) {
  const hasDays = report.parameters.some(({ name }) => DAYS.includes(name))
  const [draft, setDraft] = useState<SendingDraft>(() =>
    stored === undefined ? draftOf(report, hasDays ? 'mes_pasado' : '') : storedDraft(stored),
  )
  const [failure, setFailure] = useState<unknown>(undefined)
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const body = bodyOf(report, asked, draft)
      await (stored === undefined
        ? api(PATH, { method: 'POST', body: { ...body, reporte: report.name } })
        : api(`${PATH}/${stored.id}`, { method: 'PUT', body }))
      toast({ text: words(stored === undefined ? 'saved' : 'changed'), tone: 'success' })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const problems = failure instanceof ApiFailure ? failure.problems : []
  const isElsewhere = problems.every(({ field }) => !FIELDS.has(field ?? ''))
  return (
    <Dialog
      title={words(stored === undefined ? 'send' : 'change')}
      onClose={onClose}
      size="medium"
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" type="submit" form={FORM} isBusy={isBusy}>
            {words(stored === undefined ? 'save' : 'keep')}
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
        {failure !== undefined && isElsewhere && <Failure text={failureText(failure)} />}
        <SendingFields
          draft={draft}
          hasDays={hasDays}
          hasFixedDays={stored === undefined || stored.rango === null}
          errorOf={(field) => problems.find((one) => one.field === field)?.message}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      </form>
    </Dialog>
  )
}

function draftOf(report: Report, rango: string): SendingDraft {
  const person = session.peek()?.usuario
  const me: readonly PickedPerson[] =
    person === undefined ? [] : [{ id: person.id, name: words('me') }]
  return {
    nombre: textOf(report.label),
    formato: 'xlsx',
    rango,
    frecuencia: 'mensual',
    dia: 1,
    hora: 8,
    receivers: me,
  }
}

function storedDraft(stored: StoredSending): SendingDraft {
  const { nombre, formato, rango, frecuencia, dia, hora, destinatarios } = stored
  return {
    nombre,
    formato,
    rango: rango ?? '',
    frecuencia,
    dia: dia ?? 1,
    hora,
    receivers: destinatarios.map((person) => ({ id: person.id, name: nameOf(person) })),
  }
}

/** With a range, neither its own days nor a period are sent. */
function bodyOf(report: Report, asked: Asked, { receivers, rango, dia, ...draft }: SendingDraft) {
  const ofDays = report.alternatives.flat()
  const kept = Object.entries(asked).filter(
    ([name]) => rango === '' || !(DAYS.includes(name) || ofDays.includes(name)),
  )
  return {
    ...draft,
    parametros: Object.fromEntries(kept),
    destinatarios: receivers.map(({ id }) => id),
    ...(rango === '' ? {} : { rango }),
    ...(draft.frecuencia === 'diaria' ? {} : { dia }),
  }
}
