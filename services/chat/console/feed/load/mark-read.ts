import { api } from '../../session/api.ts'
import { applyEvents } from '../../state/apply-event.ts'
import { connection } from '../../state/connection.ts'
import { flagsEvent } from '../../state/conversations/flags.ts'
import { isUnread } from '../../state/conversations/unread.ts'

// What one passes within this time is told at once.
const GATHER_MS = 250
// The service takes more; a request of so many stays small.
const MOST_AT_ONCE = 500
// Nobody reads more while the service is away; what is beyond is marked when it is passed again.
const MOST_KEPT = 10_000
const RETRY_MS = 5_000

const pending = new Set<number>()
const sending: {
  timer?: ReturnType<typeof setTimeout> | undefined
  now?: Promise<void> | undefined
} = {}

/** Marks messages as read, shown at once; told to the service in batches, again and again until it has heard. */
export function markRead(ids: readonly number[]): void {
  const unread = ids.filter((id) => isUnread(id))
  if (unread.length === 0) return
  applyEvents([flagsEvent('add', 'read', unread)])
  for (const id of unread) if (pending.size < MOST_KEPT) pending.add(id)
  schedule(GATHER_MS)
}

function schedule(waitMs: number): void {
  sending.timer ??= setTimeout(() => {
    sending.timer = undefined
    send().catch(() => undefined)
  }, waitMs)
}

/**
 * One request at a time: who asks while one is on its way waits for that.
 * @throws ApiFailure when the service has not heard it; it is told again later
 */
function send(): Promise<void> {
  sending.now ??= sendSome().finally(() => {
    sending.now = undefined
  })
  return sending.now
}

async function sendSome(): Promise<void> {
  if (pending.size === 0) return
  const ids = [...pending].slice(0, MOST_AT_ONCE)
  try {
    const fields = { messages: ids, op: 'add', flag: 'read' }
    // So many ids are a small part of the 64 kB that a browser sends after a page is gone.
    await api('POST', '/messages/flags', fields, { keepalive: true })
  } catch (error) {
    schedule(RETRY_MS)
    throw error
  }
  for (const id of ids) pending.delete(id)
  if (pending.size > 0) schedule(0)
}

/**
 * Tells the service at once what was marked as read until now.
 * @throws ApiFailure when it has not heard it
 */
export async function tellRead(): Promise<void> {
  while (pending.size > 0) await send()
}

// A new queue tells what is unread as the service has it, to which what it has not heard is added again.
connection.subscribe((now) => {
  if (now !== 'live' || pending.size === 0) return
  const ids = [...pending]
  queueMicrotask(() => markRead(ids))
})

// What another request has on its way is told again, which changes nothing.
addEventListener('pagehide', () => void sendSome().catch(() => undefined))
