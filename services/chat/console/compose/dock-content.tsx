import penIcon from 'lucide-static/icons/square-pen.svg'
import messageIcon from 'lucide-static/icons/user-round-plus.svg'
import { useEffect } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { whenIdle } from '@oficina/web/idle.ts'
import { Later } from '@oficina/web/later.tsx'

import { useShortcut } from '../keys/use-shortcut.ts'
import { MessageKeys } from '../message-actions/message-keys.tsx'
import { words } from '../words/compose.ts'
import { composing, focusCompose, startCompose, type ComposeTarget } from './compose-state.ts'
import { postRefusal } from './recipient/may-post.ts'
import { placeTarget } from './recipient/place-target.ts'
import { targetName } from './recipient/target-narrow.ts'
import { FailedMessages } from './sending/failed-messages.tsx'
import { followMoves } from './sending/follow-moves.ts'
import { keepDrafts } from './sending/keep-draft.ts'
import { tellTyping } from './sending/typing-notices.ts'
import { useFollowPlace } from './use-follow-place.ts'

// One function, so that it is loaded once.
const loadOpenBox = async () => (await import('./open-box.tsx')).OpenBox

/** Below the messages: buttons to write, or the box that one writes in. */
export function DockContent() {
  useEffect(keepDrafts, [])
  useEffect(tellTyping, [])
  useEffect(followMoves, [])
  useEffect(() => whenIdle(() => void loadOpenBox().catch(() => undefined)), [])
  useFollowPlace()
  useShortcut('newTopic', () => beginTopic())
  useShortcut('newDirect', () => startCompose({ kind: 'direct', userIds: [] }))
  return (
    <>
      <MessageKeys />
      <FailedMessages />
      {composing.value === undefined ? (
        <ComposeButtons />
      ) : (
        <Later load={loadOpenBox} props={{}}>
          <div class="compose-loading" />
        </Later>
      )}
    </>
  )
}

/** A new topic, in the channel that is looked at. */
function beginTopic(): void {
  const target = placeTarget.peek()
  const channelId = target?.kind === 'channel' ? target.channelId : undefined
  startCompose(
    { kind: 'channel', channelId },
    { part: channelId === undefined ? 'channel' : 'topic' },
  )
}

function ComposeButtons() {
  const target = placeTarget.value
  const isWhole = target !== undefined && (target.kind === 'direct' || target.topic !== undefined)
  const refusal = target === undefined ? undefined : postRefusal(target)
  return (
    <div class="compose-buttons">
      <Button
        class="compose-reply"
        disabled={refusal !== undefined}
        title={refusal}
        onClick={() => (target === undefined ? beginTopic() : startCompose(target))}
      >
        {refusal ?? replyLabel(target, isWhole ? 'message' : 'topic')}
      </Button>
      <Button icon={penIcon} onClick={beginTopic} title={words('newTopic')}>
        <span class="wide-only">{words('newTopic')}</span>
      </Button>
      <Button
        icon={messageIcon}
        title={words('newDirect')}
        onClick={() => {
          startCompose({ kind: 'direct', userIds: [] })
          focusCompose('people')
        }}
      >
        <span class="wide-only">{words('newDirect')}</span>
      </Button>
    </div>
  )
}

function replyLabel(target: ComposeTarget | undefined, begins: 'message' | 'topic'): string {
  if (target === undefined) return words('writeMessage')
  return begins === 'message'
    ? words('messageTo', { name: targetName(target) })
    : words('newTopicIn', { name: targetName(target) })
}
