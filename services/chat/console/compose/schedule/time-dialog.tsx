import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'

import { words } from '../../words/compose.ts'
import { dateOfLocal, localValue, timeMark } from './schedule-times.ts'
import { timeWords } from './time-words.ts'

const HOUR_MS = 3_600_000

/** A time for a message, which each reader then sees in their own zone. */
export function TimeDialog({
  onClose,
  onChoose,
}: {
  readonly onClose: () => void
  readonly onChoose: (text: string) => void
}) {
  const [value, setValue] = useState(() => localValue(nextHour()))
  const date = dateOfLocal(value)
  const choose = (): void => {
    if (date !== undefined) onChoose(`${timeMark(date)} `)
  }
  return (
    <Dialog
      title={words('time')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" disabled={date === undefined} onClick={choose}>
            {words('insert')}
          </Button>
        </>
      }
    >
      <Field label={words('dateAndTime')} help={words('timeHelp')}>
        {({ id, describedBy }) => (
          <input
            id={id}
            aria-describedby={describedBy}
            class="input"
            type="datetime-local"
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') choose()
            }}
          />
        )}
      </Field>
      {date !== undefined && <p class="dialog-note">{timeWords(date)}</p>}
    </Dialog>
  )
}

function nextHour(): Date {
  const next = new Date(new Date().getTime() + HOUR_MS)
  next.setMinutes(0, 0, 0)
  return next
}
