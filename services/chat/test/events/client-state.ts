import assert from 'node:assert/strict'

import type { Loose } from '../chat-service.ts'

type Table = Map<string | number, Loose>

/** What a client knows, kept from its first state by events alone, as Zulip's own clients keep it. */
export interface ClientState {
  readonly self: number
  readonly tables: Readonly<Record<TableName, Table>>
  /** Values by name: settings, and what is a list that comes whole. */
  readonly values: Loose
}

const TABLES = [
  'channels',
  'drafts',
  'folders',
  'groups',
  'people',
  'scheduled',
  'snippets',
  'topics',
  'unread',
  'views',
  'bots',
] as const

type TableName = (typeof TABLES)[number]

const byKey = (rows: readonly Loose[], key: string): Table =>
  new Map(rows.map((row) => [row[key], { ...row }]))

// What depends on the moment, or on messages that a client counts by itself.
const UNSTEADY = new Set([
  'queue_id',
  'last_event_id',
  'max_message_id',
  'presences',
  'presence_last_update_id',
  'server_timestamp',
  'recent_private_conversations',
  'event_queue_longpoll_timeout_seconds',
  'idle_queue_timeout_secs',
])

// What a client works out from what it knows of itself, of its groups and of the settings.
const WORKED_OUT = new Set([
  'avatar_source',
  'avatar_url',
  'avatar_url_medium',
  'can_create_private_streams',
  'can_create_public_streams',
  'can_create_streams',
  'can_create_web_public_streams',
  'can_invite_others_to_realm',
  'can_subscribe_other_users',
  'delivery_email',
  'email',
  'full_name',
  'is_admin',
  'is_guest',
  'is_moderator',
  'is_owner',
  'streams',
  'realm_filters',
])

// Kept as tables.
const LISTS = new Set([
  'channel_folders',
  'drafts',
  'navigation_views',
  'never_subscribed',
  'realm_bots',
  'realm_non_active_users',
  'realm_user_groups',
  'realm_users',
  'saved_snippets',
  'scheduled_messages',
  'subscriptions',
  'unread_msgs',
  'unsubscribed',
  'user_topics',
])

const topicKey = (stream: number, topic: string) => `${stream} ${topic.toLowerCase()}`

/** What a client is told at registration. */
export function stateOf(state: Loose, self: number): ClientState {
  const kept = Object.entries(state).filter(
    ([name]) => !UNSTEADY.has(name) && !WORKED_OUT.has(name) && !LISTS.has(name),
  )
  const people = [...state['realm_users'], ...state['realm_non_active_users']]
  const topics = state['user_topics'].map((row: Loose) => ({
    ...row,
    key: topicKey(row['stream_id'], row['topic_name']),
  }))
  return {
    self,
    values: structuredClone(Object.fromEntries(kept)),
    tables: {
      bots: byKey(state['realm_bots'], 'user_id'),
      channels: byKey(state['subscriptions'].map(ownOf), 'stream_id'),
      drafts: byKey(state['drafts'], 'id'),
      folders: byKey(state['channel_folders'], 'id'),
      groups: byKey(state['realm_user_groups'], 'id'),
      people: byKey(people, 'user_id'),
      scheduled: byKey(state['scheduled_messages'], 'scheduled_message_id'),
      snippets: byKey(state['saved_snippets'], 'id'),
      topics: byKey(topics, 'key'),
      unread: unreadOf(state['unread_msgs']),
      views: byKey(state['navigation_views'], 'fragment'),
    },
  }
}

const OWN = ['color', 'is_muted', 'in_home_view', 'pin_to_top', 'desktop_notifications'] as const

function ownOf(row: Loose): Loose {
  return Object.fromEntries([
    ['stream_id', row['stream_id']],
    ...OWN.map((name) => [name, row[name]]),
  ])
}

function unreadOf({ streams, pms, huddles, mentions }: Loose): Table {
  const unread: Table = new Map()
  for (const { stream_id: stream, topic, unread_message_ids: ids } of streams) {
    for (const id of ids) unread.set(id, { stream, topic: topic.toLowerCase() })
  }
  for (const { unread_message_ids: ids } of [...pms, ...huddles]) {
    for (const id of ids) unread.set(id, { direct: true })
  }
  for (const id of mentions) {
    const row = unread.get(id)
    assert.ok(row, 'what mentions is unread')
    row['mentioned'] = true
  }
  return unread
}

/** Whether two clients know the same; says where they do not. */
export function assertSame(kept: ClientState, told: ClientState, who: string): void {
  for (const name of TABLES) {
    assert.deepEqual(sorted(kept.tables[name]), sorted(told.tables[name]), `${name} of ${who}`)
  }
  assert.deepEqual(kept.values, told.values, `values of ${who}`)
}

function sorted(table: Table): readonly Loose[] {
  return [...table]
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    .map(([key, row]) => ({ key, ...row }))
}

const isMention = (flags: readonly string[]) => flags.some((flag) => flag.endsWith('mentioned'))

export { isMention, ownOf, topicKey }
