import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { formatInstant } from '@oficina/web/formats.ts'

import type { ComposeTarget } from '../compose/compose-state.ts'
import { ScheduleDialog } from '../compose/schedule/schedule-button.tsx'
import { sendMessage } from '../compose/sending/send-message.ts'
import { RenderedContent } from '../message/rendered-content.tsx'
import { api } from '../session/api.ts'
import { attempt } from '../sidebar/conversation-acts.ts'
import { isLaterKnown } from '../state/own/later-known.ts'
import { scheduledMessages, type ScheduledMessage } from '../state/own/scheduled.ts'
import { words } from '../words/overview.ts'
import { goOnWith } from './go-on.ts'
import { KeptList, Where, type Kept } from './kept-list.tsx'

/** Messages that are sent later, the next first. */
export function ScheduledPage() {
  const [moved, setMoved] = useState<ScheduledMessage | undefined>(undefined)
  const all = scheduledMessages
    .values()
    .toSorted((one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp)
  return (
    <>
      <KeptList
        title={words('scheduled')}
        items={isLaterKnown.value ? all.map((one) => keptOf(one, () => setMoved(one))) : undefined}
        emptyTitle={words('noScheduled')}
        emptyText={words('noScheduledText')}
      />
      {moved !== undefined && (
        <ScheduleDialog
          onClose={() => setMoved(undefined)}
          onChoose={(at) => {
            setMoved(undefined)
            void schedule(moved, at)
          }}
        />
      )}
    </>
  )
}

function keptOf(one: ScheduledMessage, move: () => void): Kept {
  const target = targetOf(one)
  const id = one.scheduled_message_id
  const at = new Date(one.scheduled_delivery_timestamp * 1000).toISOString()
  const open = (): void => goOnWith(target, { content: one.content, scheduledId: id })
  const remove = (): void => void removeScheduled(id)
  return {
    key: String(id),
    where: <Where target={target} />,
    when: <time dateTime={at}>{words('sentAt', { time: formatInstant(at) })}</time>,
    body: <RenderedContent html={one.rendered_content} />,
    problem: one.failed ? words('notSent') : undefined,
    acts: (
      <>
        <Button onClick={open}>{words('edit')}</Button>
        <Button onClick={move}>{words('changeTime')}</Button>
        <Button onClick={() => void sendNow(one)}>{words('sendNow')}</Button>
        <Button kind="danger" onClick={remove}>
          {words('remove')}
        </Button>
      </>
    ),
    open,
    remove,
  }
}

function targetOf(scheduled: ScheduledMessage): ComposeTarget {
  if (scheduled.type === 'private') return { kind: 'direct', userIds: scheduled.to }
  return { kind: 'channel', channelId: scheduled.to, topic: scheduled.topic }
}

async function schedule(one: ScheduledMessage, at: Date): Promise<void> {
  await attempt(() =>
    api('PATCH', `/scheduled_messages/${one.scheduled_message_id}`, {
      scheduled_delivery_timestamp: Math.floor(at.getTime() / 1000),
    }),
  )
}

/** First it is taken from what is sent later, so that it is never sent twice; what fails then stays as a draft. */
async function sendNow(one: ScheduledMessage): Promise<void> {
  const path = `/scheduled_messages/${one.scheduled_message_id}`
  if (!(await attempt(() => api('DELETE', path)))) return
  await sendMessage({ target: targetOf(one), content: one.content, draftId: undefined })
}

async function removeScheduled(id: number): Promise<void> {
  const isSure = await ask({
    title: words('removeScheduled'),
    text: words('removeScheduledText'),
    confirm: words('remove'),
    isDangerous: true,
  })
  if (isSure) await attempt(() => api('DELETE', `/scheduled_messages/${id}`))
}
