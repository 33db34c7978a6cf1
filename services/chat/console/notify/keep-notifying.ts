import { effect } from '@preact/signals'

import { subscriptions } from '../state/conversations/channels.ts'
import { onMessages, type Message } from '../state/conversations/messages.ts'
import { POLICY, topicKey, userTopics } from '../state/conversations/topics.ts'
import { unreadTotal } from '../state/conversations/unread.ts'
import { userSettings } from '../state/own/own.ts'
import { ownId } from '../state/part.ts'
import { mutedUsers } from '../state/people/muted-users.ts'
import { hideRead, showOnDesktop } from './desktop.ts'
import { howToNotify, type HowToNotify } from './how-to-notify.ts'
import { playSound } from './sound.ts'

// Tabs of one person tell each other by locks, which end with the tab.
const FOCUS_LOCK = 'oficina.chat.focus'
const SAID_LOCK = 'oficina.chat.said'
const SAID_MS = 3_000
// A burst is one sound, not hundreds.
const QUIET_MS = 2_000

/** Tells the person of new messages while they look elsewhere; until the answer is called. */
export function keepNotifying(): () => void {
  const waiting: {
    messages: readonly (readonly [Message, HowToNotify])[]
    timer?: ReturnType<typeof setTimeout> | undefined
  } = { messages: [] }
  const tell = (): void => {
    waiting.timer = undefined
    const told = waiting.messages
    waiting.messages = []
    void tellAll(told)
  }
  const stops = [
    onMessages((change) => {
      if (change.kind !== 'new') return
      const how = howOf(change.message)
      if (!how.isShown && !how.isHeard) return
      waiting.messages = [...waiting.messages, [change.message, how] as const].slice(-MAX_AT_ONCE)
      // After the page has had its chance to mark what it shows as read.
      waiting.timer ??= setTimeout(tell, 0)
    }),
    effect(() => {
      void unreadTotal.value
      hideRead()
    }),
    holdFocus(),
  ]
  return () => {
    clearTimeout(waiting.timer)
    for (const stop of stops) stop()
  }
}

const MAX_AT_ONCE = 5
const heard = { last: 0 }

function howOf(message: Message): HowToNotify {
  const settings = userSettings.peek()
  if (settings === undefined) return { isShown: false, isHeard: false }
  const channelId = message.stream_id ?? 0
  return howToNotify(message, {
    settings,
    ownId: ownId(),
    mutedUsers: mutedUsers.peek(),
    subscription: subscriptions.peek(channelId),
    policy: userTopics.peek(topicKey(channelId, message.subject))?.visibility_policy ?? POLICY.none,
  })
}

async function tellAll(told: readonly (readonly [Message, HowToNotify])[]): Promise<void> {
  if (document.hasFocus() || (await isFocusElsewhere())) return
  for (const [message, { isShown }] of told) if (isShown) showOnDesktop(message)
  const now = performance.now()
  const isHeard = told.some(([, how]) => how.isHeard)
  if (!isHeard || now - heard.last < QUIET_MS) return
  heard.last = now
  const last = told.at(-1)?.[0].id ?? 0
  await first(`${SAID_LOCK}.${last}`, () =>
    playSound(userSettings.peek()?.notification_sound ?? 'zulip'),
  )
}

/** Whether the person looks at another tab of the client. */
async function isFocusElsewhere(): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === FOCUS_LOCK)
}

/** Of all tabs only the first does it. */
async function first(name: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return await work()
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    await work().catch(() => undefined)
    await new Promise((resolve) => {
      setTimeout(resolve, SAID_MS)
    })
  })
}

/** Holds the lock of the tab that the person looks at. */
function holdFocus(): () => void {
  if (!('locks' in navigator)) return () => undefined
  const present: { release?: (() => void) | undefined } = {}
  const release = (): void => {
    present.release?.()
    present.release = undefined
  }
  const hold = (): void => {
    release()
    const released = new Promise<void>((resolve) => {
      present.release = resolve
    })
    void navigator.locks
      .request(FOCUS_LOCK, { mode: 'shared' }, () => released)
      .catch(() => undefined)
  }
  if (document.hasFocus()) hold()
  addEventListener('focus', hold)
  addEventListener('blur', release)
  return () => {
    release()
    removeEventListener('focus', hold)
    removeEventListener('blur', release)
  }
}
