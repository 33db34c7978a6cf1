import { computed, signal } from '@preact/signals'

import type { EventNamed } from '../../../wire/events.ts'
import type { UnreadDetails } from '../../../wire/message-events.ts'
import type { MessageObject } from '../../../wire/messages.ts'
import type { UnreadMessagesObject } from '../../../wire/register.ts'
import { deletedIds } from '../deleted-ids.ts'
import type { Part } from '../part.ts'
import { Table } from '../table.ts'
import { subscriptions } from './channels.ts'
import { directKey, directKeyOf } from './direct.ts'
import { POLICY, topicKey, topicPolicy } from './topics.ts'

/** What is unread in a topic or a direct conversation. Ids grow. */
export interface UnreadMessages {
  readonly channelId: number
  /** As it is written; empty for direct messages. */
  readonly topic: string
  readonly ids: ReadonlySet<number>
}

export interface UnreadCount {
  /** What a person is to notice. */
  readonly count: number
  /** What is muted. */
  readonly muted: number
  readonly mentions: number
}

interface Place {
  readonly channelId: number
  readonly topic: string
  /** Of a direct conversation. */
  readonly direct: string | undefined
}

type Rows = Map<string, UnreadMessages & { readonly ids: Set<number> }>

const places = new Map<number, Place>()
const mentioned = new Set<number>()
const byChannel = new Table<number, Rows>()
const byDirect = new Table<string, UnreadMessages & { readonly ids: Set<number> }>()
const mentionVersion = signal(0)

/** Whether a message is unread; does not subscribe. */
export function isUnread(id: number): boolean {
  return places.has(id)
}

/** What is unread in a topic; undefined: nothing. */
export function unreadInTopic(channelId: number, topic: string): UnreadMessages | undefined {
  return byChannel.get(channelId)?.get(topicKey(channelId, topic))
}

/** The topics of a channel that have something unread. */
export function unreadTopics(channelId: number): readonly UnreadMessages[] {
  return [...(byChannel.get(channelId)?.values() ?? [])]
}

/** What is unread in a direct conversation, by its `directKey`. */
export function unreadInDirect(key: string): UnreadMessages | undefined {
  return byDirect.get(key)
}

/** All direct conversations that have something unread, by `directKey`. */
export function unreadDirects(): readonly (readonly [string, UnreadMessages])[] {
  return byDirect.entries()
}

/** The channels that have something unread. */
export function unreadChannels(): readonly number[] {
  return byChannel.entries().map(([id]) => id)
}

/** What is unread in a channel, with what is muted apart. */
export function unreadInChannel(channelId: number): UnreadCount {
  const rows = byChannel.get(channelId)
  if (rows === undefined) return NOTHING
  void mentionVersion.value
  let count = 0
  let muted = 0
  let mentions = 0
  for (const { topic, ids } of rows.values()) {
    if (isTopicMuted(channelId, topic)) muted += ids.size
    else count += ids.size
    if (mentioned.size > 0) for (const id of ids) if (mentioned.has(id)) mentions += 1
  }
  return { count, muted, mentions }
}

/** Ids of the unread messages that mention the person. */
export function unreadMentions(): ReadonlySet<number> {
  void mentionVersion.value
  return mentioned
}

/** Everything unread that a person is to notice: title, icon, favicon. */
export const unreadTotal = computed(() => {
  let total = 0
  for (const [id] of byChannel.entries()) total += unreadInChannel(id).count
  for (const [, { ids }] of byDirect.entries()) total += ids.size
  return total
})

export const unreadDirectTotal = computed(() =>
  byDirect.values().reduce((sum, { ids }) => sum + ids.size, 0),
)

const NOTHING: UnreadCount = { count: 0, muted: 0, mentions: 0 }

/** Whether a topic's messages are not to be noticed: by its own policy, or its channel's. */
export function isTopicMuted(channelId: number, topic: string): boolean {
  const policy = topicPolicy(channelId, topic)
  if (policy === POLICY.muted) return true
  const isChannelMuted = subscriptions.get(channelId)?.is_muted === true
  return isChannelMuted && policy !== POLICY.unmuted && policy !== POLICY.followed
}

export const unreadPart: Part = {
  first: ['message', 'update_message_flags'],
  take: (state) => {
    const given = state.unread_msgs
    if (given !== undefined) takeAll(given)
  },
  events: {
    message: ({ message, flags }) => {
      if (flags.includes('read')) return
      add(message.id, placeOf(message))
      if (isMention(flags)) noteMention(message.id)
    },
    'update_message_flags add': ({ flag, messages, all }) => {
      if (flag !== 'read') return
      for (const id of all ? [...places.keys()] : messages) remove(id)
    },
    'update_message_flags remove': ({ flag, message_details: details }) => {
      if (flag !== 'read') return
      for (const [id, detail] of Object.entries(details ?? {})) {
        add(Number(id), placeOfDetails(detail))
        if (detail.mentioned === true) noteMention(Number(id))
      }
    },
    update_message: (event) => edit(event),
    delete_message: (event) => {
      for (const id of deletedIds(event)) remove(id)
    },
  },
}

function takeAll({ streams, pms, huddles, mentions }: UnreadMessagesObject): void {
  places.clear()
  mentioned.clear()
  byChannel.replace([])
  byDirect.replace([])
  for (const { stream_id: channelId, topic, unread_message_ids: ids } of streams) {
    for (const id of ids) add(id, { channelId, topic, direct: undefined })
  }
  for (const { other_user_id: other, unread_message_ids: ids } of pms) {
    for (const id of ids) add(id, directPlace(directKey([other])))
  }
  for (const { user_ids_string: text, unread_message_ids: ids } of huddles) {
    const key = directKey(text.split(',').map(Number))
    for (const id of ids) add(id, directPlace(key))
  }
  for (const id of mentions) noteMention(id)
}

function add(id: number, place: Place): void {
  if (places.has(id)) return
  places.set(id, place)
  const { channelId, topic, direct } = place
  if (direct !== undefined) {
    const row = byDirect.peek(direct) ?? { channelId: 0, topic: '', ids: new Set<number>() }
    row.ids.add(id)
    byDirect.set(direct, row)
    return
  }
  const rows: Rows = byChannel.peek(channelId) ?? new Map()
  const key = topicKey(channelId, topic)
  const row = rows.get(key) ?? { channelId, topic, ids: new Set<number>() }
  row.ids.add(id)
  rows.set(key, row)
  byChannel.set(channelId, rows)
}

function remove(id: number): void {
  const place = places.get(id)
  if (place === undefined) return
  places.delete(id)
  dropMention(id)
  const { channelId, topic, direct } = place
  if (direct !== undefined) {
    const row = byDirect.peek(direct)
    row?.ids.delete(id)
    if (row === undefined || row.ids.size === 0) byDirect.delete(direct)
    else byDirect.set(direct, row)
    return
  }
  const rows = byChannel.peek(channelId)
  if (rows === undefined) return
  const key = topicKey(channelId, topic)
  const row = rows.get(key)
  row?.ids.delete(id)
  if (row?.ids.size === 0) rows.delete(key)
  if (rows.size === 0) byChannel.delete(channelId)
  else byChannel.set(channelId, rows)
}

function edit(event: EventNamed<'update_message'>): void {
  const { message_id: shown, message_ids: all, subject, new_stream_id: channelId } = event
  if (subject !== undefined || channelId !== undefined) {
    for (const id of all) {
      const place = places.get(id)
      if (place === undefined) continue
      const wasMention = mentioned.has(id)
      remove(id)
      add(id, {
        channelId: channelId ?? place.channelId,
        topic: subject ?? place.topic,
        direct: place.direct,
      })
      if (wasMention) noteMention(id)
    }
  }
  if (event.rendered_content !== undefined && places.has(shown)) {
    if (isMention(event.flags)) noteMention(shown)
    else dropMention(shown)
  }
}

function noteMention(id: number): void {
  if (mentioned.has(id)) return
  mentioned.add(id)
  mentionVersion.value += 1
}

function dropMention(id: number): void {
  if (mentioned.delete(id)) mentionVersion.value += 1
}

function isMention(flags: readonly string[]): boolean {
  return flags.some((flag) => flag.endsWith('mentioned'))
}

function placeOf(message: MessageObject): Place {
  if (message.type === 'private') return directPlace(directKeyOf(message))
  return { channelId: message.stream_id ?? 0, topic: message.subject, direct: undefined }
}

function placeOfDetails({ type, user_ids: users, stream_id: id, topic }: UnreadDetails): Place {
  if (type === 'private') return directPlace(directKey(users ?? []))
  return { channelId: id ?? 0, topic: topic ?? '', direct: undefined }
}

function directPlace(direct: string): Place {
  return { channelId: 0, topic: '', direct }
}
