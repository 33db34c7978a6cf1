import { useEffect, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Combobox } from '@oficina/web/combobox.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'
import { navigate } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { topicRule } from '../compose/recipient/may-post.ts'
import { RecipientTopic } from '../compose/recipient/recipient-topic.tsx'
import { ranked } from '../compose/suggest/rank.ts'
import { narrowAddress } from '../narrow/narrow-address.ts'
import { topicNarrow } from '../narrow/narrow.ts'
import { failureText } from '../session/failure-text.ts'
import { channels, subscriptions } from '../state/conversations/channels.ts'
import type { Message } from '../state/conversations/messages.ts'
import { RESOLVED } from '../state/conversations/topic-name.ts'
import { mayBy } from '../state/people/groups.ts'
import { words } from '../words/message-actions.ts'
import { mayMoveOut, mayMoveWithin } from './message-rights.ts'
import { moveMessages, type PropagateMode } from './move-call.ts'
import { newestInTopic } from './newest-message.ts'

/** Moves a message, or more of its topic with it. */
export function MoveMessageDialog({
  message,
  onClose,
}: {
  readonly message: Message
  readonly onClose: () => void
}) {
  const { stream_id: channelId = 0, subject: topic, id } = message
  return (
    <MoveDialog
      title={words('moveTitle')}
      from={{ channelId, topic }}
      firstMode="change_later"
      messageId={() => Promise.resolve(id)}
      onClose={onClose}
    />
  )
}

/** Gives a whole topic another name or channel. */
export function MoveTopicDialog({
  channelId,
  topic,
  onClose,
}: {
  readonly channelId: number
  readonly topic: string
  readonly onClose: () => void
}) {
  return (
    <MoveDialog
      title={words('moveTopicTitle')}
      from={{ channelId, topic }}
      firstMode={undefined}
      messageId={() => newestInTopic(channelId, topic)}
      onClose={onClose}
    />
  )
}

interface MoveDialogProps {
  readonly title: string
  readonly from: { readonly channelId: number; readonly topic: string }
  /** Undefined: always all. */
  readonly firstMode: PropagateMode | undefined
  readonly messageId: () => Promise<number | undefined>
  readonly onClose: () => void
}

interface Wanted {
  readonly channelId: number
  readonly topic: string
  readonly mode: PropagateMode
  readonly tellsOld: boolean
  readonly tellsNew: boolean
}

function MoveDialog({ title, from, firstMode, messageId, onClose }: MoveDialogProps) {
  const isMarked = from.topic.startsWith(RESOLVED)
  const [wanted, setWanted] = useState<Wanted>({
    channelId: from.channelId,
    // The mark of a resolved topic stays what it is, and is none of the name.
    topic: isMarked ? from.topic.slice(RESOLVED.length) : from.topic,
    mode: firstMode ?? 'change_all',
    tellsOld: false,
    tellsNew: true,
  })
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const change = (changed: Partial<Wanted>): void => {
    setProblem(undefined)
    setWanted({ ...wanted, ...changed })
  }
  const topic = (isMarked && wanted.topic !== '' ? RESOLVED : '') + wanted.topic.trim()
  const isSame = wanted.channelId === from.channelId && topic === from.topic
  useEffect(() => {
    if (topicRule(wanted.channelId) === 'empty') change({ topic: '' })
  }, [wanted.channelId])
  const move = async (): Promise<void> => {
    setBusy(true)
    try {
      const id = await messageId()
      const failed = id === undefined ? words('topicGone') : await run(id, wanted, { from, topic })
      if (failed === undefined) {
        onClose()
        told(wanted.channelId, topic)
      } else setProblem(failed)
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} disabled={isSame} onClick={() => void move()}>
            {words('moveIt')}
          </Button>
        </>
      }
    >
      <MoveFields wanted={wanted} from={from} onChange={change} />
      {firstMode !== undefined && <MoveHowMuch mode={wanted.mode} onChange={change} />}
      <Tells wanted={wanted} onChange={change} />
      {problem !== undefined && (
        <p class="dialog-problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function run(
  messageId: number,
  { channelId, mode, tellsOld, tellsNew }: Wanted,
  { from, topic }: { readonly from: MoveDialogProps['from']; readonly topic: string },
): Promise<string | undefined> {
  return moveMessages({
    messageId,
    topic: topic === from.topic ? undefined : topic,
    channelId: channelId === from.channelId ? undefined : channelId,
    mode,
    tellsOld,
    tellsNew,
  })
}

function told(channelId: number, topic: string): void {
  toast({
    tone: 'success',
    text: words('moved'),
    action: {
      label: words('goThere'),
      run: () => void navigate(narrowAddress(topicNarrow(channelId, topic))),
    },
  })
}

const MAX_CHANNELS = 30

interface MovePartProps {
  readonly wanted: Wanted
  readonly onChange: (changed: Partial<Wanted>) => void
}

function MoveFields({
  wanted,
  from,
  onChange,
}: MovePartProps & { readonly from: MoveDialogProps['from'] }) {
  const { channelId, topic } = wanted
  return (
    <>
      <Field label={words('channel')}>
        {(ids) => (
          <Combobox
            ids={ids}
            shown={channels.get(channelId)?.name ?? ''}
            isDisabled={!mayMoveOut(from.channelId)}
            search={(typed) => Promise.resolve(channelOptions(typed))}
            onChoose={({ value }) => onChange({ channelId: value })}
          />
        )}
      </Field>
      <Field label={words('topic')}>
        {({ id }) =>
          mayMoveWithin(from.channelId) || channelId !== from.channelId ? (
            <RecipientTopic
              id={id}
              channelId={channelId}
              topic={topic}
              rule={topicRule(channelId)}
              onChange={(next) => onChange({ topic: next })}
              onDone={() => undefined}
            />
          ) : (
            <input id={id} class="input" value={topic} disabled />
          )
        }
      </Field>
    </>
  )
}

function channelOptions(typed: string) {
  const open = channels
    .values()
    .filter((one) => !one.is_archived && mayBy(one.can_send_message_group))
  return ranked(typed, open, {
    namesOf: ({ name }) => [name],
    distanceOf: ({ stream_id: id }) => (subscriptions.peek(id) === undefined ? 100 : 0),
    limit: MAX_CHANNELS,
  }).map(({ stream_id: value, name }) => ({ value, label: name }))
}

const MODES = ['change_one', 'change_later', 'change_all'] as const

function MoveHowMuch({
  mode,
  onChange,
}: {
  readonly mode: PropagateMode
  readonly onChange: (changed: Partial<Wanted>) => void
}) {
  return (
    <fieldset class="move-modes">
      <legend>{words('howMuch')}</legend>
      {MODES.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="move-mode"
            checked={mode === one}
            onChange={() => onChange({ mode: one })}
          />
          {words(one)}
        </label>
      ))}
    </fieldset>
  )
}

function Tells({ wanted, onChange }: MovePartProps) {
  return (
    <fieldset class="move-modes">
      <legend>{words('notices')}</legend>
      <label>
        <input
          type="checkbox"
          checked={wanted.tellsNew}
          onChange={(event) => onChange({ tellsNew: event.currentTarget.checked })}
        />
        {words('tellNew')}
      </label>
      <label>
        <input
          type="checkbox"
          checked={wanted.tellsOld}
          onChange={(event) => onChange({ tellsOld: event.currentTarget.checked })}
        />
        {words('tellOld')}
      </label>
    </fieldset>
  )
}
