import type { SystemGroup } from './roles.ts'

interface PermissionRule {
  /** A system group, or the channel's creator. */
  readonly default: SystemGroup | 'channel_creator'
  readonly allowEveryone: boolean
  /** Whether changing it changes access, and so needs access to the content. */
  readonly needsContentAccess?: true
}

/** The group settings of a channel: their defaults and limits. @source docs/contract/chat.md, Channel settings */
export const CHANNEL_PERMISSIONS = {
  can_add_subscribers_group: {
    default: 'role:nobody',
    allowEveryone: false,
    needsContentAccess: true,
  },
  can_administer_channel_group: { default: 'channel_creator', allowEveryone: false },
  can_create_topic_group: { default: 'role:everyone', allowEveryone: true },
  can_delete_any_message_group: { default: 'role:nobody', allowEveryone: true },
  can_delete_own_message_group: { default: 'role:nobody', allowEveryone: true },
  can_move_messages_out_of_channel_group: { default: 'role:nobody', allowEveryone: true },
  can_move_messages_within_channel_group: { default: 'role:nobody', allowEveryone: true },
  can_remove_subscribers_group: { default: 'role:administrators', allowEveryone: true },
  can_resolve_topics_group: { default: 'role:nobody', allowEveryone: true },
  can_send_message_group: { default: 'role:everyone', allowEveryone: true },
  can_subscribe_group: { default: 'role:nobody', allowEveryone: false, needsContentAccess: true },
} as const satisfies Readonly<Record<string, PermissionRule>>

export type ChannelPermission = keyof typeof CHANNEL_PERMISSIONS

// Object.keys types its result as text.
export const CHANNEL_PERMISSION_NAMES = Object.keys(
  CHANNEL_PERMISSIONS,
) as readonly ChannelPermission[]

/** The settings that the API has at its feature level; who may start topics came later, and is everybody. */
export type ApiChannelPermission = Exclude<ChannelPermission, 'can_create_topic_group'>

export const API_CHANNEL_PERMISSIONS = CHANNEL_PERMISSION_NAMES.filter(
  (name): name is ApiChannelPermission => name !== 'can_create_topic_group',
)

/** Settings that only those may change who may delete messages in the whole organization. */
export const DELETE_PERMISSIONS: readonly ChannelPermission[] = [
  'can_delete_any_message_group',
  'can_delete_own_message_group',
]
