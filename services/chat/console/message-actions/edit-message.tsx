import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'

import { MessageBox } from '../compose/message-box.tsx'
import type { ConversationHere } from '../compose/suggest/suggestion.ts'
import { api, ApiFailure } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import type { Message } from '../state/conversations/messages.ts'
import { userSettings } from '../state/own/own.ts'
import { words } from '../words/message-actions.ts'
import { editTexts, editedMessageId, keepEditText } from './editing.ts'
import { targetOfMessage } from './message-place.ts'
import { editSecondsLeft } from './message-rights.ts'
import { rawContent } from './raw-message.ts'
import { sha256 } from './sha256.ts'
import { tellEditing } from './tell-editing.ts'

/** A message's text being changed in its place, with everything that the box for new ones has. */
export function EditMessage({ message }: { readonly message: Message }) {
  const text = useSignal('')
  const [original, setOriginal] = useState<string | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const isUploading = useSignal(false)
  const { id } = message
  useEffect(() => {
    const life = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const raw = await rawContent(id, life.signal)
        text.value = editTexts.get(id) ?? raw
        setProblem(undefined)
        setOriginal(raw)
      } catch (error) {
        if (!life.signal.aborted) setProblem(failureText(error))
      }
    }
    void load()
    return () => life.abort()
  }, [id, attempt])
  useLayoutEffect(() => {
    if (original === undefined) return
    field.current?.focus()
    const end = field.current?.value.length ?? 0
    field.current?.setSelectionRange(end, end)
    return tellEditing(id)
  }, [original])
  useEffect(() => {
    if (original !== undefined) keepEditText(id, text.value)
  }, [text.value])
  const close = (): void => {
    editTexts.delete(id)
    editedMessageId.value = undefined
  }
  const cancel = async (): Promise<void> => {
    const isChanged = original !== undefined && text.peek() !== original
    if (!isChanged || (await ask(DISCARD()))) close()
  }
  const save = async (): Promise<void> => {
    if (original === undefined || isBusy) return
    if (isUploading.peek()) return setProblem(words('waitUploads'))
    if (text.peek() === original) return close()
    setBusy(true)
    const problem = await saveText(id, text.peek(), original)
    setBusy(false)
    if (problem === undefined) close()
    else setProblem(problem)
  }
  if (original === undefined) {
    return problem === undefined ? (
      <Skeleton lines={2} />
    ) : (
      <Failure text={problem} onRetry={() => setAttempt(attempt + 1)} />
    )
  }
  return (
    <div class="edit-message">
      <MessageBox
        field={field}
        text={text}
        label={words('editedText')}
        placeholder=""
        here={hereOf(message)}
        hasCommands={false}
        isUploading={isUploading}
        sendsOnEnter={userSettings.value?.enter_sends === true}
        onSend={() => void save()}
        onEscape={() => void cancel()}
      >
        <TimeLeft message={message} />
        <span class="grow" />
        <Button onClick={() => void cancel()}>{words('cancel')}</Button>
        <Button kind="primary" isBusy={isBusy} onClick={() => void save()}>
          {words('save')}
        </Button>
      </MessageBox>
      {problem !== undefined && (
        <p class="edit-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

const DISCARD = () => ({
  title: words('discardTitle'),
  text: words('discardText'),
  confirm: words('discard'),
  isDangerous: true,
})

/** @returns why it could not be saved; undefined when it was */
async function saveText(
  id: number,
  content: string,
  original: string,
): Promise<string | undefined> {
  try {
    const before = await sha256(original)
    await api('PATCH', `/messages/${id}`, {
      content,
      ...(before === undefined ? {} : { prev_content_sha256: before }),
    })
    return undefined
  } catch (error) {
    const isChanged = error instanceof ApiFailure && error.code === 'EXPECTATION_MISMATCH'
    return isChanged ? words('changedMeanwhile') : failureText(error)
  }
}

function hereOf(message: Message): ConversationHere {
  const target = targetOfMessage(message)
  return target.kind === 'channel'
    ? { channelId: target.channelId, topic: target.topic, userIds: [] }
    : { channelId: undefined, topic: undefined, userIds: target.userIds }
}

// Told from here on; before it nobody needs to hurry.
const TOLD_BELOW_S = 600
const TICK_MS = 1000

function TimeLeft({ message }: { readonly message: Message }) {
  const [left, setLeft] = useState(() => editSecondsLeft(message))
  useEffect(() => {
    const timer = setInterval(() => setLeft(editSecondsLeft(message)), TICK_MS)
    return () => clearInterval(timer)
  }, [message])
  if (left === undefined || left > TOLD_BELOW_S) return null
  const minutes = Math.floor(left / 60)
  const seconds = String(left % 60).padStart(2, '0')
  return <span class="time-left">{words('timeLeft', { time: `${minutes}:${seconds}` })}</span>
}
