import { signal } from '@preact/signals'

import type { MessagesAnswer } from '../../wire/messages.ts'
import { api } from '../session/api.ts'
import { directKeyOf, directUserIds } from '../state/conversations/direct.ts'
import {
  messages,
  onMessages,
  type Message,
  type MessageChange,
} from '../state/conversations/messages.ts'
import { RecentIndex, type NotedMessage } from './recent-index.ts'

/** How far the list of recent conversations is known. */
export interface RecentState {
  /** Changes with what is known; what is known is `recentIndex`. */
  readonly version: number
  readonly isLoading: boolean
  readonly isWhole: boolean
  readonly error: unknown
}

export const recentState = signal<RecentState>({
  version: 0,
  isLoading: false,
  isWhole: false,
  error: undefined,
})

export const recentIndex = new RecentIndex()

const FIRST_PAGE = 400
const NEXT_PAGE = 1_000
// A few conversations that all speak in do not fill the screen; more pages are asked for, up to this.
const ENOUGH_CONVERSATIONS = 25
const MAX_FIRST_PAGES = 5
const NEWEST = 'newest'

const held: { stop?: () => void; oldest: number | undefined } = { oldest: undefined }

/** Begins to know recent conversations, once. */
export function startRecent(): void {
  if (held.stop !== undefined) return
  held.stop = onMessages(onChange)
  void loadFirst()
}

/** Asks for older ones, unless that goes on or there are none. */
export async function loadOlder(): Promise<void> {
  const { isLoading, isWhole } = recentState.peek()
  if (!isLoading && !isWhole) await load(NEXT_PAGE)
}

async function loadFirst(): Promise<void> {
  for (let page = 0; page < MAX_FIRST_PAGES; page += 1) {
    await load(page === 0 ? FIRST_PAGE : NEXT_PAGE)
    const { isWhole, error } = recentState.peek()
    if (isWhole || error !== undefined) return
    if (recentIndex.conversations().length >= ENOUGH_CONVERSATIONS) return
  }
}

async function load(count: number): Promise<void> {
  change({ isLoading: true, error: undefined })
  try {
    const page = await api<MessagesAnswer>('GET', '/messages', {
      narrow: [],
      anchor: String(held.oldest ?? NEWEST),
      include_anchor: held.oldest === undefined,
      num_before: count,
      num_after: 0,
      client_gravatar: false,
      allow_empty_topic_name: true,
    })
    recentIndex.add(page.messages.map(noted))
    held.oldest = page.messages[0]?.id ?? held.oldest
    change({ isLoading: false, isWhole: page.found_oldest })
  } catch (error) {
    change({ isLoading: false, error })
  }
}

function onChange(told: MessageChange): void {
  switch (told.kind) {
    case 'new':
      recentIndex.add([noted(told.message)])
      break
    case 'moved':
      moveKnown(told.ids)
      break
    case 'deleted':
      recentIndex.remove(told.ids)
      break
    case 'reset':
      recentIndex.remove([...recentIndex.ids()])
      held.oldest = undefined
      change({ isWhole: false })
      void loadFirst()
      return
    case 'changed':
    case 'starred':
    case 'unread':
      return
  }
  change({})
}

/** Where a message went is in its new form, which the client has of those that it shows. */
function moveKnown(ids: readonly number[]): void {
  const known = ids.filter((id) => recentIndex.has(id))
  const found = known.flatMap((id) => messages.peek(id) ?? [])
  recentIndex.add(found.map(noted))
  const unknown = known.filter((id) => messages.peek(id) === undefined)
  if (unknown.length > 0) void fetchMoved(unknown)
}

async function fetchMoved(ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += NEXT_PAGE) {
    const message_ids = ids.slice(at, at + NEXT_PAGE)
    const fields = { message_ids, client_gravatar: false, allow_empty_topic_name: true }
    try {
      const page = await api<MessagesAnswer>('GET', '/messages', fields)
      recentIndex.add(page.messages.map(noted))
    } catch {
      // They stand where they were until the list is loaded anew.
    }
  }
  change({})
}

function noted(message: Message): NotedMessage {
  const { id, sender_id: senderId, timestamp, stream_id: channelId, subject: topic } = message
  const conversation =
    channelId === undefined
      ? ({ kind: 'direct', userIds: directUserIds(directKeyOf(message)) } as const)
      : ({ kind: 'topic', channelId, topic } as const)
  return { id, senderId, timestamp, conversation }
}

function change(now: Partial<RecentState>): void {
  const before = recentState.peek()
  recentState.value = { ...before, ...now, version: before.version + 1 }
}
