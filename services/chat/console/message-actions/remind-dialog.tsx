import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Field } from '@oficina/web/field.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { dateOfLocal, localValue, scheduleTimes } from '../compose/schedule/schedule-times.ts'
import { timeWords } from '../compose/schedule/time-words.ts'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import type { Message } from '../state/conversations/messages.ts'
import { words as composeWords } from '../words/compose.ts'
import { words } from '../words/message-actions.ts'

const MAX_NOTE = 1000
const HOUR_MS = 3_600_000

/** A reminder of a message, at one of the times that people mean or at any other. */
export function RemindDialog({
  message,
  onClose,
}: {
  readonly message: Message
  readonly onClose: () => void
}) {
  const [value, setValue] = useState(() => localValue(inAnHour()))
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const date = dateOfLocal(value)
  const isPast = date !== undefined && date.getTime() <= new Date().getTime()
  const save = async (): Promise<void> => {
    if (date === undefined) return
    setBusy(true)
    try {
      const at = Math.floor(date.getTime() / 1000)
      await api('POST', '/reminders', {
        message_id: message.id,
        scheduled_delivery_timestamp: at,
        note,
      })
      onClose()
      toast({ tone: 'success', text: words('willRemind', { time: timeWords(date) }) })
    } catch (error) {
      setProblem(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={words('remind')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={date === undefined || isPast}
            onClick={() => void save()}
          >
            {words('remindIt')}
          </Button>
        </>
      }
    >
      <Times value={value} onChoose={setValue} />
      <Field
        label={composeWords('dateAndTime')}
        error={isPast ? composeWords('timeIsPast') : problem}
      >
        {({ id, describedBy, isInvalid }) => (
          <input
            id={id}
            class="input"
            type="datetime-local"
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={words('note')}>
        {({ id }) => (
          <textarea
            id={id}
            class="input"
            rows={2}
            maxLength={MAX_NOTE}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}

function Times({
  value,
  onChoose,
}: {
  readonly value: string
  readonly onChoose: (value: string) => void
}) {
  const times = [
    { label: composeWords('inAnHour'), at: inAnHour() },
    ...scheduleTimes(new Date()).map(({ name, at }) => ({ label: composeWords(name), at })),
  ]
  return (
    <div class="remind-times">
      {times.map(({ label, at }) => (
        <button
          key={label}
          type="button"
          class={classes('remind-time', localValue(at) === value && 'chosen')}
          aria-pressed={localValue(at) === value}
          onClick={() => onChoose(localValue(at))}
        >
          {label}
          <small>{timeWords(at)}</small>
        </button>
      ))}
    </div>
  )
}

function inAnHour(): Date {
  return new Date(new Date().getTime() + HOUR_MS)
}
