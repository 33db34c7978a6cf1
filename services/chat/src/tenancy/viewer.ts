import type { ChannelPermission } from './channel-permissions.ts'
import type { RealmId } from './realm-id.ts'
import { ROLE, type Role } from './roles.ts'

/** The viewing user: what every access rule needs to know about a user. */
export interface Viewer {
  readonly realmId: RealmId
  readonly userId: number
  readonly role: Role
  /** Every group that the user is in, directly or through subgroups. */
  readonly groups: ReadonlySet<number>
}

/** A channel with what decides who may do what in it. */
export interface Channel {
  readonly id: number
  readonly recipientId: number
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
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
  readonly firstMessageId: number | null
  readonly subscriberCount: number
  readonly groups: Readonly<Record<ChannelPermission, number>>
  /** Whether the viewer is subscribed now. */
  readonly isSubscribed: boolean
  /** Whether the viewer has muted it. */
  readonly isMuted: boolean
}

export const TOPICS_POLICIES = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const

export type TopicsPolicy = (typeof TOPICS_POLICIES)[number]

export function isAdmin({ role }: { readonly role: Role }): boolean {
  return role === ROLE.administrator || role === ROLE.owner
}

export function isGuest({ role }: { readonly role: Role }): boolean {
  return role === ROLE.guest
}

/** Whether the viewer has a permission of a channel; guests have none that cannot be given to everyone. */
export function holds(viewer: Viewer, channel: Channel, permission: ChannelPermission): boolean {
  return viewer.groups.has(channel.groups[permission])
}

/** Whether the viewer may read the channel. Being an administrator is not enough. @source docs/decisions/0306-chat-access.md */
export function hasContentAccess(viewer: Viewer, channel: Channel): boolean {
  if (channel.isWebPublic || channel.isSubscribed) return true
  if (isGuest(viewer)) return false
  return (
    !channel.inviteOnly ||
    holds(viewer, channel, 'can_subscribe_group') ||
    holds(viewer, channel, 'can_add_subscribers_group')
  )
}

/** Whether the viewer may know that the channel exists, its name and description. */
export function hasMetadataAccess(viewer: Viewer, channel: Channel): boolean {
  return hasContentAccess(viewer, channel) || canAdminister(viewer, channel)
}

export function canAdminister(viewer: Viewer, channel: Channel): boolean {
  return (
    isAdmin(viewer) || (!isGuest(viewer) && holds(viewer, channel, 'can_administer_channel_group'))
  )
}

/** Whether the viewer may read messages from before they subscribed. */
export function hasHistoryAccess(viewer: Viewer, channel: Channel): boolean {
  return hasContentAccess(viewer, channel) && channel.historyPublicToSubscribers
}
