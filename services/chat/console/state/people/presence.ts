import { signal } from '@preact/signals'

import type { PresenceAnswer, SeenSeconds } from '../../../wire/people.ts'
import { account } from '../../session/accounts.ts'
import { api } from '../../session/api.ts'
import type { Part } from '../part.ts'
import { realm } from '../realm/realm.ts'
import { Table } from '../table.ts'

export type PresenceState = 'active' | 'idle' | 'offline'

export const presences = new Table<number, SeenSeconds>()
/** How much this machine's clock is behind the service's, in seconds. */
const serverAhead = signal<number | undefined>(undefined)
/** Changes every minute: who was seen then is not seen now. */
export const presenceClock = signal(0)

const DEFAULT_OFFLINE_S = 200
const DEFAULT_PING_S = 60
const HISTORY_DAYS = 14

/** Whether somebody is there. */
export function presenceOf(userId: number): PresenceState {
  void presenceClock.value
  const seen = presences.get(userId)
  if (seen === undefined) return 'offline'
  const after =
    nowSeconds() - (realm.value?.server_presence_offline_threshold_seconds ?? DEFAULT_OFFLINE_S)
  if ((seen.active_timestamp ?? 0) > after) return 'active'
  return (seen.idle_timestamp ?? 0) > after ? 'idle' : 'offline'
}

/** When somebody was last seen, in UNIX seconds; undefined: not lately. */
export function lastSeen(userId: number): number | undefined {
  const seen = presences.get(userId)
  const last = Math.max(seen?.active_timestamp ?? 0, seen?.idle_timestamp ?? 0)
  return last === 0 ? undefined : last
}

export const presencePart: Part = {
  events: {
    presence: (event) => {
      if ('presences' in event) takeSeen(event.presences)
    },
  },
}

const ping = { last: -1, lastInput: 0, hasInput: false }

/** Tells the service now and then that the person is here, and hears who else is; until the answer is called. */
export function keepPresence(): () => void {
  const noteInput = (): void => {
    ping.lastInput = performance.now()
    ping.hasInput = true
  }
  const kinds = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus'] as const
  for (const kind of kinds) addEventListener(kind, noteInput, { passive: true })
  noteInput()
  const first = setTimeout(() => void report(), FIRST_AFTER_MS)
  const seconds = realm.peek()?.server_presence_ping_interval_seconds ?? DEFAULT_PING_S
  const timer = setInterval(() => void report(), seconds * 1000)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
    for (const kind of kinds) removeEventListener(kind, noteInput)
  }
}

// What is shown first is asked for first.
const FIRST_AFTER_MS = 500
const IDLE_AFTER_MS = 5 * 60_000

async function report(): Promise<void> {
  if (account.peek() === undefined) return
  const isIdle = performance.now() - ping.lastInput > IDLE_AFTER_MS
  const hasInput = ping.hasInput
  ping.hasInput = false
  try {
    const answer = await api<PresenceAnswer>('POST', '/users/me/presence', {
      status: isIdle || !document.hasFocus() ? 'idle' : 'active',
      new_user_input: hasInput,
      ping_only: false,
      slim_presence: true,
      last_update_id: ping.last,
      history_limit_days: HISTORY_DAYS,
    })
    if (answer.server_timestamp !== undefined) {
      serverAhead.value = answer.server_timestamp - localSeconds()
    }
    ping.last = answer.presence_last_update_id ?? ping.last
    // The form that was asked for.
    takeSeen((answer.presences ?? {}) as Readonly<Record<string, SeenSeconds>>)
  } catch {
    // The next one tells.
  }
  presenceClock.value += 1
}

function takeSeen(given: Readonly<Record<string, SeenSeconds>>): void {
  for (const [id, seen] of Object.entries(given)) {
    const known = presences.peek(Number(id))
    presences.set(Number(id), { ...known, ...seen })
  }
}

/** The service's clock, in UNIX seconds. */
export function nowSeconds(): number {
  return localSeconds() + (serverAhead.peek() ?? 0)
}

/** Whether the service has told its clock; until then a browser's own may be wrong by any time. */
export function isClockKnown(): boolean {
  return serverAhead.peek() !== undefined
}

function localSeconds(): number {
  return new Date().getTime() / 1000
}
