import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import type { Message } from '../state/conversations/messages.ts'
import { words } from '../words/message-actions.ts'

const REASONS = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const

type Reason = (typeof REASONS)[number]

const MAX_DESCRIPTION = 1000

/** Tells the moderators of a message. */
export function ReportDialog({
  message,
  onClose,
}: {
  readonly message: Message
  readonly onClose: () => void
}) {
  const [reason, setReason] = useState<Reason>('spam')
  const [description, setDescription] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const isMissing = reason === 'other' && description.trim() === ''
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await api('POST', `/messages/${message.id}/report`, { report_type: reason, description })
      onClose()
      toast({ tone: 'success', text: words('reported') })
    } catch (error) {
      setProblem(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={words('report')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} disabled={isMissing} onClick={() => void send()}>
            {words('reportIt')}
          </Button>
        </>
      }
    >
      <p class="dialog-note">{words('reportText')}</p>
      <fieldset class="move-modes">
        <legend>{words('reason')}</legend>
        {REASONS.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="report-reason"
              checked={reason === one}
              onChange={() => setReason(one)}
            />
            {words(one)}
          </label>
        ))}
      </fieldset>
      <Field label={words('explanation')} isRequired={reason === 'other'} error={problem}>
        {({ id, describedBy, isInvalid }) => (
          <textarea
            id={id}
            class="input"
            rows={3}
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            maxLength={MAX_DESCRIPTION}
            value={description}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
