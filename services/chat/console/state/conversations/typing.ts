import type { EventNamed } from '../../../wire/events.ts'
import { ownId, type Part } from '../part.ts'
import { realm } from '../realm/realm.ts'
import { Table } from '../table.ts'
import { directKey } from './direct.ts'
import { topicKey } from './topics.ts'

/** Who is writing, by conversation: `topicKey` or `directKey`. */
const typists = new Table<string, ReadonlySet<number>>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

const DEFAULT_EXPIRY_MS = 45_000

/** The people who are writing to a topic now. */
export function typingInTopic(channelId: number, topic: string): readonly number[] {
  return [...(typists.get(topicKey(channelId, topic)) ?? [])]
}

/** The people who are writing in a direct conversation now, by its `directKey`. */
export function typingInDirect(key: string): readonly number[] {
  return [...(typists.get(key) ?? [])]
}

export const typingPart: Part = {
  take: () => typists.replace([]),
  events: {
    'typing start': (event) => begin(keyOf(event), event.sender.user_id),
    'typing stop': (event) => end(keyOf(event), event.sender.user_id),
    message: ({ message }) => {
      for (const key of typists.peekAll().keys()) end(key, message.sender_id)
    },
  },
}

function keyOf(event: EventNamed<'typing start' | 'typing stop'>): string {
  if (event.message_type === 'stream') return topicKey(event.stream_id, event.topic)
  return directKey(event.recipients.map(({ user_id: user }) => user))
}

function begin(key: string, userId: number): void {
  if (userId === ownId()) return
  typists.set(key, new Set([...(typists.peek(key) ?? []), userId]))
  const timer = `${key} ${userId}`
  clearTimeout(timers.get(timer))
  const expiry = realm.peek()?.server_typing_started_expiry_period_milliseconds ?? DEFAULT_EXPIRY_MS
  timers.set(
    timer,
    setTimeout(() => end(key, userId), expiry),
  )
}

function end(key: string, userId: number): void {
  const timer = `${key} ${userId}`
  clearTimeout(timers.get(timer))
  timers.delete(timer)
  const known = typists.peek(key)
  if (known?.has(userId) !== true) return
  const left = new Set([...known].filter((id) => id !== userId))
  if (left.size === 0) typists.delete(key)
  else typists.set(key, left)
}
