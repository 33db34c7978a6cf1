import { batch, signal } from '@preact/signals'
import { whenIdle } from '@oficina/web/idle.ts'

import type { EventsAnswer } from '../../wire/events.ts'
import type { RegisterAnswer } from '../../wire/register.ts'
import { api, ApiFailure } from '../session/api.ts'
import { applyEvents, applyToLater } from './apply-event.ts'
import { loadSubscriptions } from './conversations/channels.ts'
import { loadOwnUser } from './own/own.ts'
import type { Registered, WireEvent } from './part.ts'
import { PARTS } from './parts.ts'
import { wakeUp } from './wake-up.ts'

export type Connection = 'starting' | 'live' | 'away'

/** Whether the client hears what happens. */
export const connection = signal<Connection>('starting')

/** The queue of this tab, which sent messages name so that their event knows them again. */
export const queueId = signal<string | undefined>(undefined)

/** Why the first answer did not come; undefined while it may. */
export const startFailure = signal<unknown>(undefined)

const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
}

const FIRST = PARTS.flatMap(({ first = [] }) => first)
const LATER = PARTS.flatMap(({ later = [] }) => later)
// What the service takes at most for one long poll, and time for the answer to come.
const POLL_TIMEOUT_MS = 120_000
const FIRST_WAIT_MS = 500
// Ten times what a burst brings while one answer is on its way.
const MAX_SINCE = 10_000
// What is shown first is on the page by then, and its requests are answered.
const LATER_MS = 600
const LONGEST_WAIT_MS = 30_000

interface Queue {
  readonly id: string
  last: number
}

const present: {
  queue: Queue | undefined
  /** Events since what comes later was asked for, which are applied again after it. */
  since: WireEvent[] | undefined
} = { queue: undefined, since: undefined }

/** Keeps what the client knows true until the answer is called. */
export function keepConnected(): () => void {
  const abort = new AbortController()
  void follow(abort.signal)
  addEventListener('pagehide', giveBack)
  return () => {
    abort.abort()
    removeEventListener('pagehide', giveBack)
  }
}

async function follow(signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS
  while (!signal.aborted) {
    const woken = wakeUp(signal)
    try {
      const queue = present.queue ?? (await open())
      await poll(queue, woken.signal)
      connection.value = 'live'
      wait = FIRST_WAIT_MS
    } catch (error) {
      if (signal.aborted) return
      // The answer that was waited for would never have come.
      if (woken.signal.aborted) continue
      if (isQueueGone(error)) {
        present.queue = undefined
        continue
      }
      if (connection.peek() === 'starting') startFailure.value = error
      else connection.value = 'away'
      await pause(waitOf(error, wait), woken.signal)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    } finally {
      woken.end()
    }
  }
}

async function open(): Promise<Queue> {
  const [registered, own] = await Promise.all([register(FIRST, undefined), loadSubscriptions()])
  const state: Registered = { ...own, ...registered }
  const queue = { id: String(state['queue_id']), last: Number(state['last_event_id']) }
  batch(() => {
    for (const part of PARTS) part.take?.(state)
    queueId.value = queue.id
    connection.value = 'live'
    startFailure.value = undefined
  })
  present.queue = queue
  void loadOwnUser()
  setTimeout(() => whenIdle(() => void loadLater(queue)), LATER_MS)
  return queue
}

/** What the first paint does not need, and nothing waits for. Its own queue hears nothing, and is given back. */
async function loadLater(queue: Queue): Promise<void> {
  if (present.queue !== queue) return
  present.since = []
  try {
    const state = await fetchState(LATER)
    if (present.queue !== queue) return
    batch(() => {
      for (const part of PARTS) if (part.later !== undefined) part.take?.(state)
      applyToLater(present.since ?? [])
    })
    present.since = undefined
  } catch (error) {
    if (present.queue === queue) present.since = undefined
    if (present.queue !== queue || !(error instanceof ApiFailure)) return
    setTimeout(() => void loadLater(queue), LONGEST_WAIT_MS)
  }
}

function register(
  types: readonly string[],
  eventTypes: readonly string[] | undefined,
): Promise<Registered> {
  return api<RegisterAnswer>('POST', '/register', {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    include_subscribers: false,
    fetch_event_types: types,
    event_types: eventTypes,
    client_capabilities: CAPABILITIES,
  })
}

/**
 * More of what `/register` tells, by fetch type: for pages that need what no part keeps. @throws ApiFailure
 */
async function fetchState(types: readonly string[]): Promise<Registered> {
  const state = await register(types, [])
  await api('DELETE', '/events', { queue_id: state['queue_id'] })
  return state
}

async function poll(queue: Queue, signal: AbortSignal): Promise<void> {
  const { events } = await api<EventsAnswer>(
    'GET',
    '/events',
    {
      queue_id: queue.id,
      last_event_id: queue.last,
      // After a failure it is told at once that the service is there, and not with the next event.
      dont_block: connection.peek() === 'away' ? true : undefined,
    },
    { signal, timeoutMs: POLL_TIMEOUT_MS },
  )
  const fresh = events.filter(({ id }) => id > queue.last)
  if (fresh.length === 0) return
  queue.last = fresh.at(-1)?.id ?? queue.last
  noteSince(fresh)
  applyEvents(fresh)
}

/** What comes while the later part is on its way; of more than fits, everything is asked for anew. */
function noteSince(events: readonly WireEvent[]): void {
  const { since } = present
  if (since === undefined) return
  since.push(...events)
  if (since.length <= MAX_SINCE) return
  present.since = undefined
  present.queue = undefined
}

function isQueueGone(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'BAD_EVENT_QUEUE_ID'
}

function waitOf(error: unknown, wait: number): number {
  const asked = error instanceof ApiFailure ? error.retryAfterSeconds : undefined
  // All who lost the service at once must not come back at once.
  return asked === undefined ? wait * (0.5 + random()) : asked * 1000
}

/** From 0 to 1. */
function random(): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte / 255
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}

/** Who leaves for good gives the queue back, so that the service does not keep it for ten minutes. */
function giveBack({ persisted }: PageTransitionEvent): void {
  const { queue } = present
  if (queue === undefined || persisted) return
  present.queue = undefined
  void api('DELETE', '/events', { queue_id: queue.id }, { keepalive: true }).catch(() => undefined)
}
