import {
  CHANNEL_PERMISSION_NAMES,
  type ChannelPermission,
} from '../../tenancy/channel-permissions.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import type { TopicsPolicy } from '../../tenancy/viewer.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { topicsPolicyOf } from '../archive/column-names.ts'
import {
  flagIn,
  flagOrNull,
  idIn,
  idOrNull,
  integerIn,
  referenceIn,
  textIn,
  timeIn,
  timeOrNull,
  wrong,
  type ArchiveRow,
} from '../archive/row-fields.ts'
import type { Tables } from './read-organization.ts'
import { USERS, type ArchivePeople } from './read-people.ts'

interface ArchiveFolder {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly position: number
  readonly creatorId: number | null
  readonly createdAt: Date
  readonly isArchived: boolean
}

export interface ArchiveChannel {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly creatorId: number | null
  readonly createdAt: Date
  readonly isArchived: boolean
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly historyPublicToSubscribers: boolean
  readonly isDefault: boolean
  readonly messageRetentionDays: number | null
  readonly topicsPolicy: TopicsPolicy
  readonly folderId: number | null
  readonly groups: Readonly<Partial<Record<ChannelPermission, number>>>
}

/** Where a message was sent to: a channel, one other person, or a group of people. */
export type ArchiveRecipient =
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'person'; readonly userId: number }
  | { readonly kind: 'group'; readonly userIds: readonly number[] }

interface ArchiveSubscription {
  readonly userId: number
  readonly channelId: number
  readonly recipientId: number
  readonly isActive: boolean
  /** Everything that was sent counts as received and read, whatever the rows of messages say. */
  readonly hasReceivedAll: boolean
  readonly color: string
  readonly isMuted: boolean
  readonly pinToTop: boolean
  readonly notifications: Readonly<Record<string, boolean | null>>
}

export interface ArchiveChannels {
  readonly folders: readonly ArchiveFolder[]
  readonly channels: readonly ArchiveChannel[]
  readonly known: ReadonlyMap<number, ArchiveChannel>
  readonly recipients: ReadonlyMap<number, ArchiveRecipient>
  readonly subscriptions: readonly ArchiveSubscription[]
}

const NOTIFICATIONS = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

const STREAMS = 'zerver_stream'
const RECIPIENTS = 'zerver_recipient'

export function readChannels(tables: Tables, people: ArchivePeople): ArchiveChannels {
  const folders = tables.zerver_channelfolder.map(readFolder)
  const folderIds = new Map(folders.map((folder) => [folder.id, true]))
  const defaults = new Set(tables.zerver_defaultstream.map((row) => idIn(row, 'stream')))
  const channels = tables.zerver_stream.map((row) => {
    const channel = readChannel(row, people, defaults)
    if (channel.folderId !== null) {
      referenceIn(row, 'folder', { known: folderIds, table: 'zerver_channelfolder' })
    }
    return channel
  })
  const known = new Map(channels.map((channel) => [channel.id, channel]))
  refuseTwins(channels)
  const recipients = readRecipients(tables, people, known)
  const subscriptions = readSubscriptions(tables, people, recipients)
  return { folders, channels, known, recipients, subscriptions }
}

function refuseTwins(channels: readonly ArchiveChannel[]): void {
  const [names, ids] = [new Set<string>(), new Set<number>()]
  for (const { id, name } of channels) {
    if (ids.has(id)) throw new ArchiveProblem(`${STREAMS} has the id ${id} twice`)
    if (names.has(name.toLowerCase())) {
      throw new ArchiveProblem(`${STREAMS} has the name ${JSON.stringify(name)} twice`)
    }
    ids.add(id)
    names.add(name.toLowerCase())
  }
}

function readFolder(row: ArchiveRow): ArchiveFolder {
  return {
    id: idIn(row, 'id'),
    name: textIn(row, 'name', { max: LIMITS.folderName }),
    description: textIn(row, 'description', { max: LIMITS.folderDescription, fallback: '' }),
    position: integerIn(row, 'order', { min: 0, max: 1_000_000_000, fallback: 0 }),
    creatorId: idOrNull(row, 'creator'),
    createdAt: timeOrNull(row, 'date_created') ?? new Date(0),
    isArchived: flagIn(row, 'is_archived', false),
  }
}

function readChannel(
  row: ArchiveRow,
  { known, knownGroups }: ArchivePeople,
  defaults: ReadonlySet<number>,
): ArchiveChannel {
  const id = idIn(row, 'id')
  const name = textIn(row, 'name', { max: 1_000 }).trim()
  if (name === '') throw wrong(row, 'name', 'a text that is not empty')
  const policy = topicsPolicyOf(row.fields['topics_policy'] ?? 'inherit')
  if (policy === undefined) throw wrong(row, 'topics_policy', 'a number from 1 to 4')
  const groups: Partial<Record<ChannelPermission, number>> = {}
  for (const permission of CHANNEL_PERMISSION_NAMES) {
    if (idOrNull(row, permission) === null) continue
    referenceIn(row, permission, { known: knownGroups, table: 'zerver_usergroup' })
    groups[permission] = idIn(row, permission)
  }
  if (idOrNull(row, 'creator') !== null) referenceIn(row, 'creator', { known, table: USERS })
  const inviteOnly = flagIn(row, 'invite_only', false)
  const days = row.fields['message_retention_days'] ?? null
  return {
    id,
    name: Array.from(name).slice(0, LIMITS.streamName).join(''),
    description: textIn(row, 'description', { max: 100_000, fallback: '' }).replaceAll('\n', ' '),
    creatorId: idOrNull(row, 'creator'),
    createdAt: timeIn(row, 'date_created'),
    isArchived: flagIn(row, 'deactivated', false),
    inviteOnly,
    isWebPublic: flagIn(row, 'is_web_public', false) && !inviteOnly,
    historyPublicToSubscribers: flagIn(row, 'history_public_to_subscribers', !inviteOnly),
    isDefault: defaults.has(id) && !inviteOnly,
    messageRetentionDays:
      days === null
        ? null
        : integerIn(row, 'message_retention_days', { min: -1, max: 2 ** 31 - 1 }),
    topicsPolicy: policy,
    folderId: idOrNull(row, 'folder'),
    groups,
  }
}

const [PERSON, CHANNEL, GROUP] = [1, 2, 3]

function readRecipients(
  tables: Tables,
  { known }: ArchivePeople,
  channels: ReadonlyMap<number, ArchiveChannel>,
): ReadonlyMap<number, ArchiveRecipient> {
  const members = new Map<number, number[]>()
  for (const row of tables.zerver_subscription) {
    referenceIn(row, 'user_profile', { known, table: USERS })
    const recipient = idIn(row, 'recipient')
    const users = members.get(recipient)
    if (users === undefined) members.set(recipient, [idIn(row, 'user_profile')])
    else users.push(idIn(row, 'user_profile'))
  }
  const recipients = new Map<number, ArchiveRecipient>()
  for (const row of tables.zerver_recipient) {
    const id = idIn(row, 'id')
    if (recipients.has(id)) throw new ArchiveProblem(`${RECIPIENTS} has the id ${id} twice`)
    switch (integerIn(row, 'type', { min: PERSON ?? 1, max: GROUP ?? 3 })) {
      case PERSON:
        referenceIn(row, 'type_id', { known, table: USERS })
        recipients.set(id, { kind: 'person', userId: idIn(row, 'type_id') })
        break
      case CHANNEL:
        referenceIn(row, 'type_id', { known: channels, table: STREAMS })
        recipients.set(id, { kind: 'channel', channelId: idIn(row, 'type_id') })
        break
      default:
        recipients.set(id, { kind: 'group', userIds: sorted(members.get(id) ?? []) })
    }
  }
  return recipients
}

function sorted(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

const COLOR = /^#[0-9a-f]{6}$/i

/** Those of channels; people are in their conversations by themselves. */
function readSubscriptions(
  tables: Tables,
  people: ArchivePeople,
  recipients: ReadonlyMap<number, ArchiveRecipient>,
): readonly ArchiveSubscription[] {
  const seen = new Set<string>()
  return tables.zerver_subscription.flatMap((row) => {
    const recipient = referenceIn(row, 'recipient', { known: recipients, table: RECIPIENTS })
    const userId = idIn(row, 'user_profile')
    const key = `${userId} ${idIn(row, 'recipient')}`
    if (seen.has(key))
      throw new ArchiveProblem(`zerver_subscription has ${key} (user, recipient) twice`)
    seen.add(key)
    if (recipient.kind !== 'channel' || people.systemBots.has(userId)) return []
    const color = textIn(row, 'color', { max: 100, fallback: '' })
    return [
      {
        userId,
        channelId: recipient.channelId,
        recipientId: idIn(row, 'recipient'),
        isActive: flagIn(row, 'active', true),
        hasReceivedAll: flagIn(row, 'received_all', false),
        color: COLOR.test(color) ? color.toLowerCase() : '#76ce90',
        isMuted: flagIn(row, 'is_muted', false),
        pinToTop: flagIn(row, 'pin_to_top', false),
        notifications: Object.fromEntries(
          NOTIFICATIONS.map((name) => [name, flagOrNull(row, name)]),
        ),
      },
    ]
  })
}
