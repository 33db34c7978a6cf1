import type { Tx } from '@oficina/kit/database.ts'

import { CHANNEL_PERMISSION_NAMES, CHANNEL_PERMISSIONS } from '../../tenancy/channel-permissions.ts'
import { systemGroups, type SystemGroupIds } from '../../tenancy/store/group-store.ts'
import {
  insertChannels,
  insertFolders,
  insertRecipients,
  insertSubscriptions,
} from '../store/import-channels-store.ts'
import type { NewRows } from '../store/import-people-store.ts'
import type { CheckedMessages } from './check-messages.ts'
import type { CreatedPeople } from './create-realm.ts'
import type { Archive } from './read-archive.ts'
import type { ArchiveChannel } from './read-channels.ts'

export interface CreatedChannels {
  readonly channels: Readonly<Record<string, number>>
  /** By the number of the conversation. */
  readonly recipients: readonly number[]
}

/** The HTML of a description. */
export type RenderDescription = (text: string) => string

interface Making {
  readonly archive: Archive
  readonly checked: CheckedMessages
  readonly people: CreatedPeople
  readonly firstMessageId: number
  readonly describe: RenderDescription
}

/** Adds folders, channels and conversations, with what everybody received and read of them. */
export async function createChannels(tx: Tx, making: Making): Promise<CreatedChannels> {
  const { archive, checked, people } = making
  const { realmId } = people
  const folders = await addFolders(tx, making)
  const { channels: given } = archive.channels
  const places = await insertRecipients(
    tx,
    realmId,
    given.map(() => ({ user_ids: null })),
  )
  const groups = await systemGroups(tx, realmId)
  const rows = given.map((channel, at) => ({
    recipient_id: places[at],
    ...channelRow(channel, making, { folders, groups }),
  }))
  const made = await insertChannels(tx, realmId, rows)
  const channels: Record<string, number> = {}
  const placeOf = new Map<number, number>()
  for (const [at, { id }] of given.entries()) {
    channels[id] = made[at] ?? 0
    placeOf.set(id, places[at] ?? 0)
  }
  const conversations = checked.index.conversations
  const keys = conversations.map((one) =>
    one.kind === 'people' ? JSON.stringify(newIds(one.userIds, people.users)) : '',
  )
  const between = [...new Set(keys)].filter((key) => key !== '')
  const made2 = await insertRecipients(
    tx,
    realmId,
    // The keys were made above.
    between.map((key) => ({ user_ids: JSON.parse(key) as readonly number[] })),
  )
  const placeOfKey = new Map(between.map((key, at) => [key, made2[at] ?? 0]))
  const recipients = conversations.map((one, at) =>
    one.kind === 'channel'
      ? (placeOf.get(one.channelId) ?? 0)
      : (placeOfKey.get(keys[at] ?? '') ?? 0),
  )
  await insertSubscriptions(tx, realmId, [
    ...channelSides(making, { channels, placeOf }),
    ...peopleSides(making, recipients),
  ])
  return { channels, recipients }
}

function newIds(
  ids: readonly number[],
  users: Readonly<Record<string, number>>,
): readonly number[] {
  return [...new Set(ids.map((id) => users[id] ?? 0))].toSorted((a, b) => a - b)
}

async function addFolders(
  tx: Tx,
  { archive, people, describe }: Making,
): Promise<Readonly<Record<string, number>>> {
  const { folders } = archive.channels
  const rows = folders.map((folder) => ({
    name: folder.name,
    description: folder.description,
    rendered_description: describe(folder.description),
    order: folder.position,
    creator_id: folder.creatorId === null ? null : people.users[folder.creatorId],
    created_at: folder.createdAt,
    is_archived: folder.isArchived,
  }))
  const made = await insertFolders(tx, people.realmId, rows)
  return Object.fromEntries(folders.map(({ id }, at) => [id, made[at] ?? 0]))
}

function channelRow(
  channel: ArchiveChannel,
  { people, describe }: Making,
  {
    folders,
    groups,
  }: { readonly folders: Readonly<Record<string, number>>; readonly groups: SystemGroupIds },
) {
  const permissions = CHANNEL_PERMISSION_NAMES.map((name) => {
    const given = channel.groups[name]
    const { default: standard } = CHANNEL_PERMISSIONS[name]
    const fallback = standard === 'channel_creator' ? 'role:nobody' : standard
    return [name, (given === undefined ? undefined : people.groups[given]) ?? groups.get(fallback)]
  })
  return {
    name: channel.name,
    description: channel.description,
    rendered_description: describe(channel.description),
    creator_id: channel.creatorId === null ? null : people.users[channel.creatorId],
    created_at: channel.createdAt,
    is_archived: channel.isArchived,
    invite_only: channel.inviteOnly,
    is_web_public: channel.isWebPublic,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    is_default: channel.isDefault,
    message_retention_days: channel.messageRetentionDays,
    topics_policy: channel.topicsPolicy,
    folder_id: channel.folderId === null ? null : folders[channel.folderId],
    ...Object.fromEntries(permissions),
  }
}

function channelSides(
  { archive, checked, people, firstMessageId }: Making,
  {
    channels,
    placeOf,
  }: {
    readonly channels: Readonly<Record<string, number>>
    readonly placeOf: ReadonlyMap<number, number>
  },
): NewRows {
  const { index, readers } = checked
  const numbers = new Map(
    index.conversations.flatMap((one, number) =>
      one.kind === 'channel' ? [[one.channelId, number] as const] : [],
    ),
  )
  const gone = new Set(archive.people.users.filter((user) => !user.isActive).map(({ id }) => id))
  return archive.channels.subscriptions.map((side) => {
    const conversation = numbers.get(side.channelId) ?? -1
    const { isActive } = side
    // Somebody whose account is closed receives nothing until it is opened again.
    const options = { firstId: firstMessageId, isActive: isActive && !gone.has(side.userId) }
    return {
      user_id: people.users[side.userId],
      recipient_id: placeOf.get(side.channelId),
      stream_id: channels[side.channelId],
      is_active: isActive,
      color: side.color,
      is_muted: side.isMuted,
      pin_to_top: side.pinToTop,
      ...side.notifications,
      ...(side.hasReceivedAll && options.isActive
        ? { history: '{[0,)}', read: `{[0,${firstMessageId + index.count})}` }
        : readers.rangesOf(side.userId, conversation, options)),
    }
  })
}

/** In a conversation of people everybody has everything. */
function peopleSides(
  { checked, people, firstMessageId }: Making,
  places: readonly number[],
): NewRows {
  const { index, readers } = checked
  return index.conversations.flatMap((one, conversation) => {
    if (one.kind === 'channel') return []
    return one.userIds.map((userId) => {
      const options = { firstId: firstMessageId, isActive: true }
      const { read } = readers.rangesOf(userId, conversation, options)
      return {
        user_id: people.users[userId],
        recipient_id: places[conversation],
        stream_id: null,
        is_active: true,
        history: '{[0,)}',
        read,
      }
    })
  })
}
