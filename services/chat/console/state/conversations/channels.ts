import type {
  ChannelObject,
  FolderObject,
  ListedSubscriptions,
  SubscriptionSettings,
  Unsubscribed,
} from '../../../wire/channels.ts'
import { api } from '../../session/api.ts'
import { ownId, type Part, type Registered } from '../part.ts'
import { Table } from '../table.ts'

/** A channel that the person may see. */
export type Channel = ChannelObject

/** The person's own settings of a channel that they are subscribed to. */
export type Subscription = Omit<SubscriptionSettings, 'in_home_view'> &
  Pick<ChannelObject, 'stream_id'>

export type ChannelFolder = FolderObject

export const channels = new Table<number, Channel>()
export const subscriptions = new Table<number, Subscription>()
export const channelFolders = new Table<number, ChannelFolder>()

type Row = ListedSubscriptions[number] | Unsubscribed[number]

export const channelsPart: Part = {
  // A thousand channels take a tenth of a second: those of the person come first, by `loadSubscriptions`.
  first: ['channel_folders'],
  later: ['subscription'],
  take: (state) => {
    const folders = state.channel_folders
    if (folders !== undefined) {
      channelFolders.replace(folders.map((folder) => [folder.id, folder]))
    }
    if (state.subscriptions !== undefined) takeChannels(state)
  },
  events: {
    'stream create': ({ streams }) => {
      for (const one of streams)
        channels.set(one.stream_id, { ...channels.peek(one.stream_id), ...one })
    },
    'stream delete': ({ stream_ids: gone }) => {
      for (const id of gone) {
        channels.delete(id)
        subscriptions.delete(id)
      }
    },
    'stream update': ({
      stream_id: id,
      property,
      value,
      type: _type,
      op: _op,
      id: _event,
      name: _name,
      ...also
    }) => {
      channels.update(id, (known) => ({ ...known, ...also, [property]: value }))
    },
    'subscription add': ({ subscriptions: added }) => {
      for (const row of added) {
        const { subscribers: _all, ...channel } = row
        channels.set(row.stream_id, { ...channels.peek(row.stream_id), ...channel })
        subscriptions.set(row.stream_id, ownOf(row))
      }
    },
    'subscription remove': ({ subscriptions: gone }) => {
      for (const { stream_id: id } of gone) {
        subscriptions.delete(id)
        count(id, -1)
      }
    },
    'subscription update': ({ stream_id: id, property, value }) =>
      subscriptions.update(id, (known) => ({ ...known, [property]: value })),
    'subscription peer_add': ({ stream_ids: ids, user_ids: added }) => {
      for (const id of ids) count(id, added.filter((user) => user !== ownId()).length)
    },
    'subscription peer_remove': ({ stream_ids: ids, user_ids: gone }) => {
      for (const id of ids) count(id, -gone.filter((user) => user !== ownId()).length)
    },
    'channel_folder add': ({ channel_folder: one }) => channelFolders.set(one.id, one),
    'channel_folder update': ({ channel_folder_id: id, data }) =>
      channelFolders.update(id, (known) => ({ ...known, ...data })),
    'channel_folder reorder': ({ order }) => {
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
  const { subscriptions: own = [], unsubscribed = [], never_subscribed: never } = state
  subscriptions.replace(own.map((row) => [row.stream_id, ownOf(row)]))
  const isWhole = never !== undefined
  const known = isWhole ? [] : [...channels.peekAll()]
  const all = [...own, ...unsubscribed, ...(never ?? [])]
  channels.replace([...known, ...all.map((row) => [row.stream_id, row] as const)])
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
