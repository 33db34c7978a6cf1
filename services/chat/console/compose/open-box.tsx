import { useSignal } from '@preact/signals'
import sendIcon from 'lucide-static/icons/send-horizontal.svg'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'

import { keysText } from '../keys/keys-shown.tsx'
import { presentKeys } from '../keys/own-keys.ts'
import { userSettings } from '../state/own/own.ts'
import { words } from '../words/compose.ts'
import { closeCompose, composeText, composing, type ComposeTarget } from './compose-state.ts'
import { MessageBox } from './message-box.tsx'
import { postRefusal } from './recipient/may-post.ts'
import { RecipientRow } from './recipient/recipient-row.tsx'
import { targetName } from './recipient/target-narrow.ts'
import { ScheduleButton } from './schedule/schedule-button.tsx'
import { ComposeWarnings } from './sending/compose-warnings.tsx'
import { submit } from './sending/submit.ts'
import type { ConversationHere } from './suggest/suggestion.ts'

/** The box that one writes in, with whom it is for. */
export function OpenBox() {
  const field = useRef<HTMLTextAreaElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const isUploading = useSignal(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const now = composing.value
  const part = now?.focus.part
  // Before it is painted: a key that is pressed as soon as the box is seen is meant for it.
  useLayoutEffect(() => focusPart(root.current, part), [now?.focus.count, part])
  useEffect(() => setProblem(undefined), [composeText.value, now?.target])
  if (now === undefined) return null
  const { target } = now
  const refusal = postRefusal(target)
  const sendsOnEnter = userSettings.value?.enter_sends === true
  const send = async (): Promise<void> => {
    setProblem(isUploading.peek() ? words('waitUploads') : await submit())
    field.current?.focus()
  }
  return (
    <div class="compose-box" ref={root}>
      <RecipientRow target={target} />
      {refusal === undefined ? (
        <ComposeWarnings target={target} content={composeText.value} />
      ) : (
        <p class="compose-refusal" role="status">
          {refusal}
        </p>
      )}
      {problem !== undefined && (
        <p class="compose-refusal danger" role="alert">
          {problem}
        </p>
      )}
      <MessageBox
        field={field}
        text={composeText}
        label={words('message')}
        placeholder={placeholderOf(target)}
        here={hereOf(target)}
        hasCommands
        isDisabled={refusal !== undefined}
        isUploading={isUploading}
        sendsOnEnter={sendsOnEnter}
        onSend={() => void send()}
        onEscape={closeCompose}
      >
        <span class="grow" />
        <ScheduleButton isDisabled={refusal !== undefined} onProblem={setProblem} />
        <Button
          kind="primary"
          icon={sendIcon}
          disabled={refusal !== undefined}
          title={`${words('send')} (${keysText(sendsOnEnter ? 'enter' : (presentKeys('send')[0] ?? ''))})`}
          onClick={() => void send()}
        >
          {words('send')}
        </Button>
      </MessageBox>
    </div>
  )
}

function placeholderOf(target: ComposeTarget): string {
  const isKnown =
    target.kind === 'direct' ? target.userIds.length > 0 : target.channelId !== undefined
  return isKnown ? words('writeTo', { name: targetName(target) }) : words('writeHere')
}

function hereOf(target: ComposeTarget): ConversationHere {
  return target.kind === 'channel'
    ? { channelId: target.channelId, topic: target.topic, userIds: [] }
    : { channelId: undefined, topic: undefined, userIds: target.userIds }
}

const FIELDS: Readonly<Record<string, string>> = {
  content: '.message-field',
  channel: '.recipient-channel input',
  topic: '.recipient-topic',
  people: '.recipient-people input',
}

function focusPart(root: HTMLElement | null, part: string | undefined): void {
  const wanted = root?.querySelector<HTMLElement>(FIELDS[part ?? 'content'] ?? '.message-field')
  const field = wanted ?? root?.querySelector<HTMLElement>('.message-field')
  field?.focus()
  if (!(field instanceof HTMLTextAreaElement)) return
  const end = field.value.length
  field.setSelectionRange(end, end)
  field.scrollTop = field.scrollHeight
}
