import { api } from '../session/api.ts'
import { ownId, type Part, type Registered } from './part.ts'
import type { GroupSetting } from './realm.ts'
import { Table } from './table.ts'

/** A channel that the person may see. */
export interface Channel extends Readonly<Record<string, unknown>> {
  readonly stream_id: number
  readonly name: string
  readonly description: string
  readonly rendered_description: string
  readonly is_archived: boolean
  readonly invite_only: boolean
  readonly is_web_public: boolean
  readonly history_public_to_subscribers: boolean
  readonly topics_policy: string
  readonly message_retention_days: number | null
  readonly folder_id: number | null
  readonly creator_id: number | null
  readonly date_created: number
  readonly first_message_id: number | null
  readonly is_recently_active: boolean
  readonly stream_weekly_traffic: number | null
  readonly subscriber_count: number
  readonly can_send_message_group: GroupSetting
  readonly can_administer_channel_group: GroupSetting
}

/** The person's own settings of a channel that they are subscribed to. */
export interface Subscription {
  readonly stream_id: number
  readonly color: string
  readonly is_muted: boolean
  readonly pin_to_top: boolean
  readonly desktop_notifications: boolean | null
  readonly audible_notifications: boolean | null
  readonly push_notifications: boolean | null
  readonly email_notifications: boolean | null
  readonly wildcard_mentions_notify: boolean | null
}

export interface ChannelFolder {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly rendered_description: string
  readonly order: number
  readonly is_archived: boolean
}

export const channels = new Table<number, Channel>()
export const subscriptions = new Table<number, Subscription>()
export const channelFolders = new Table<number, ChannelFolder>()

type Row = Channel & Partial<Subscription>

interface Ids {
  readonly stream_ids: readonly number[]
}

interface Peers extends Ids {
  readonly user_ids: readonly number[]
}

interface PropertyNow {
  readonly stream_id: number
  readonly property: string
  readonly value: unknown
}

export const channelsPart: Part = {
  // A thousand channels take a tenth of a second: those of the person come first, by `loadSubscriptions`.
  first: ['channel_folders'],
  later: ['subscription'],
  take: (state) => {
    const folders = state['channel_folders'] as readonly ChannelFolder[] | undefined
    if (folders !== undefined) {
      channelFolders.replace(folders.map((folder) => [folder.id, folder]))
    }
    if (state['subscriptions'] !== undefined) takeChannels(state)
  },
  events: {
    'stream create': ({ streams }: { streams: readonly Channel[] }) => {
      for (const one of streams)
        channels.set(one.stream_id, { ...channels.peek(one.stream_id), ...one })
    },
    'stream delete': ({ stream_ids: gone }: Ids) => {
      for (const id of gone) {
        channels.delete(id)
        subscriptions.delete(id)
      }
    },
    'stream update': ({ stream_id: id, property, value, ...more }: PropertyNow & object) => {
      const {
        type: _type,
        op: _op,
        id: _event,
        name: _name,
        ...also
      } = more as Readonly<Record<string, unknown>>
      channels.update(id, (known) => ({ ...known, ...also, [property]: value }))
    },
    'subscription add': ({ subscriptions: added }: { subscriptions: readonly Row[] }) => {
      for (const row of added) {
        const { subscribers: _all, partial_subscribers: _some, ...channel } = row
        channels.set(row.stream_id, { ...channels.peek(row.stream_id), ...channel } as Channel)
        subscriptions.set(row.stream_id, ownOf(row))
      }
    },
    'subscription remove': ({ subscriptions: gone }: { subscriptions: readonly Row[] }) => {
      for (const { stream_id: id } of gone) {
        subscriptions.delete(id)
        count(id, -1)
      }
    },
    'subscription update': ({ stream_id: id, property, value }: PropertyNow) =>
      subscriptions.update(id, (known) => ({ ...known, [property]: value })),
    'subscription peer_add': ({ stream_ids: ids, user_ids: added }: Peers) => {
      for (const id of ids) count(id, added.filter((user) => user !== ownId()).length)
    },
    'subscription peer_remove': ({ stream_ids: ids, user_ids: gone }: Peers) => {
      for (const id of ids) count(id, -gone.filter((user) => user !== ownId()).length)
    },
    'channel_folder add': ({ channel_folder: one }: { channel_folder: ChannelFolder }) =>
      channelFolders.set(one.id, one),
    'channel_folder update': ({ channel_folder_id: id, data }: FolderNow) =>
      channelFolders.update(id, (known) => ({ ...known, ...data })),
    'channel_folder reorder': ({ order }: { order: readonly number[] }) => {
      for (const [index, id] of order.entries()) {
        channelFolders.update(id, (known) => ({ ...known, order: index }))
      }
    },
  },
}

/** The channels of the person, in the form in which `/register` tells them. @throws ApiFailure */
export async function loadSubscriptions(): Promise<Registered> {
  return await api<Registered>('GET', '/users/me/subscriptions')
}

/** Three lists of the same rows; the first has the person's own settings as well, and may come alone. */
function takeChannels(state: Registered): void {
  const of = (name: string): readonly Row[] => (state[name] ?? []) as readonly Row[]
  const own = of('subscriptions')
  subscriptions.replace(own.map((row) => [row.stream_id, ownOf(row)]))
  const isWhole = state['never_subscribed'] !== undefined
  const known = isWhole ? [] : [...channels.peekAll()]
  const all = [...own, ...of('unsubscribed'), ...of('never_subscribed')]
  channels.replace([...known, ...all.map((row) => [row.stream_id, row] as const)])
}

interface FolderNow {
  readonly channel_folder_id: number
  readonly data: Partial<ChannelFolder>
}

function count(id: number, change: number): void {
  channels.update(id, (known) => ({
    ...known,
    subscriber_count: Math.max(0, known.subscriber_count + change),
  }))
}

function ownOf(row: Row): Subscription {
  return {
    stream_id: row.stream_id,
    color: row.color ?? '#76ce90',
    is_muted: row.is_muted ?? false,
    pin_to_top: row.pin_to_top ?? false,
    desktop_notifications: row.desktop_notifications ?? null,
    audible_notifications: row.audible_notifications ?? null,
    push_notifications: row.push_notifications ?? null,
    email_notifications: row.email_notifications ?? null,
    wildcard_mentions_notify: row.wildcard_mentions_notify ?? null,
  }
}
