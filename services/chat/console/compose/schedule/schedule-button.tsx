import clockIcon from 'lucide-static/icons/calendar-clock.svg'
import downIcon from 'lucide-static/icons/chevron-up.svg'
import draftsIcon from 'lucide-static/icons/file-pen-line.svg'
import { useState } from 'preact/hooks'
import { openMenu } from '@oficina/web/anchored-menu.tsx'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Icon } from '@oficina/web/icon.tsx'
import { navigate } from '@oficina/web/router.ts'

import { drafts } from '../../state/own/drafts.ts'
import { scheduledMessages } from '../../state/own/scheduled.ts'
import { words } from '../../words/compose.ts'
import { schedule } from '../sending/submit.ts'
import { dateOfLocal, localValue, scheduleTimes } from './schedule-times.ts'
import { timeWords } from './time-words.ts'

export interface ScheduleButtonProps {
  readonly isDisabled: boolean
  readonly onProblem: (problem: string | undefined) => void
}

/** Sending later: at one of the times that people mean, or at any other. */
export function ScheduleButton({ isDisabled, onProblem }: ScheduleButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const send = async (at: Date): Promise<void> => onProblem(await schedule(at))
  return (
    <>
      <IconButton
        icon={downIcon}
        label={words('sendOptions')}
        aria-haspopup="menu"
        disabled={isDisabled}
        onClick={({ currentTarget }) =>
          openSendMenu(currentTarget, { send: (at) => void send(at), ask: () => setAsking(true) })
        }
      />
      {isAsking && (
        <ScheduleDialog
          onClose={() => setAsking(false)}
          onChoose={(at) => {
            setAsking(false)
            void send(at)
          }}
        />
      )}
    </>
  )
}

interface SendMenu {
  readonly send: (at: Date) => void
  readonly ask: () => void
}

function openSendMenu(anchor: HTMLElement, { send, ask }: SendMenu): void {
  const clock = <Icon svg={clockIcon} />
  const times = scheduleTimes(new Date()).map(({ name, at }) => ({
    label: words(name),
    detail: timeWords(at),
    icon: clock,
    run: () => send(at),
  }))
  openMenu({
    anchor,
    label: words('sendOptions'),
    items: [
      ...times,
      { label: words('otherTime'), icon: clock, run: ask },
      {
        label: words('drafts', { count: drafts.size }),
        icon: <Icon svg={draftsIcon} />,
        isSeparated: true,
        run: () => void navigate('/drafts'),
      },
      {
        label: words('scheduled', { count: scheduledMessages.size }),
        icon: clock,
        run: () => void navigate('/scheduled'),
      },
    ],
  })
}

const HOUR_MS = 3_600_000

export interface ScheduleDialogProps {
  readonly onClose: () => void
  readonly onChoose: (at: Date) => void
}

/** Any time to come. */
export function ScheduleDialog({ onClose, onChoose }: ScheduleDialogProps) {
  const [value, setValue] = useState(() => localValue(new Date(new Date().getTime() + HOUR_MS)))
  const date = dateOfLocal(value)
  const isPast = date !== undefined && date.getTime() <= new Date().getTime()
  return (
    <Dialog
      title={words('sendLater')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button
            kind="primary"
            disabled={date === undefined || isPast}
            onClick={() => {
              if (date !== undefined) onChoose(date)
            }}
          >
            {words('scheduleIt')}
          </Button>
        </>
      }
    >
      <Field label={words('dateAndTime')} error={isPast ? words('timeIsPast') : undefined}>
        {({ id, describedBy, isInvalid }) => (
          <input
            id={id}
            class="input"
            type="datetime-local"
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            min={localValue(new Date())}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
