import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { formatInstant } from '@oficina/web/formats.ts'
import { navigate } from '@oficina/web/router.ts'

import { RenderedContent } from '../message/rendered-content.tsx'
import { api } from '../session/api.ts'
import { attempt } from '../sidebar/conversation-acts.ts'
import { isLaterKnown } from '../state/own/later-known.ts'
import { reminders, type Reminder } from '../state/own/reminders.ts'
import { words } from '../words/overview.ts'
import { KeptList, type Kept } from './kept-list.tsx'

/** What the person wants to be told again, the next first. */
export function RemindersPage() {
  const all = reminders
    .values()
    .toSorted((one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp)
  return (
    <KeptList
      title={words('reminders')}
      items={isLaterKnown.value ? all.map(keptOf) : undefined}
      emptyTitle={words('noReminders')}
      emptyText={words('noRemindersText')}
    />
  )
}

function keptOf(one: Reminder): Kept {
  const at = new Date(one.scheduled_delivery_timestamp * 1000).toISOString()
  const open = (): void => void navigate(`/narrow/near/${one.reminder_target_message_id}`)
  const remove = (): void => void removeReminder(one.reminder_id)
  return {
    key: String(one.reminder_id),
    where: words('reminder'),
    when: <time dateTime={at}>{words('toldAt', { time: formatInstant(at) })}</time>,
    body: <RenderedContent html={one.rendered_content} />,
    problem: one.failed ? words('notTold') : undefined,
    acts: (
      <>
        <Button onClick={open}>{words('seeMessage')}</Button>
        <Button kind="danger" onClick={remove}>
          {words('remove')}
        </Button>
      </>
    ),
    open,
    remove,
  }
}

async function removeReminder(id: number): Promise<void> {
  const isSure = await ask({
    title: words('removeReminder'),
    text: words('removeReminderText'),
    confirm: words('remove'),
    isDangerous: true,
  })
  if (isSure) await attempt(() => api('DELETE', `/reminders/${id}`))
}
