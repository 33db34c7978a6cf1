import type { words } from '../../words/channels.ts'

type ChannelWord = Parameters<typeof words>[0]

/** A permission of a channel, with what it is called. */
type ChannelPermission = readonly [name: string, label: ChannelWord]

export interface PermissionGroup {
  readonly title: ChannelWord
  readonly help?: ChannelWord
  readonly permissions: readonly ChannelPermission[]
}

/** THE permissions of a channel. */
export const CHANNEL_PERMISSIONS: readonly PermissionGroup[] = [
  {
    title: 'writing',
    permissions: [
      ['can_send_message_group', 'maySend'],
      ['can_administer_channel_group', 'mayAdminister'],
    ],
  },
  {
    title: 'joining',
    permissions: [
      ['can_add_subscribers_group', 'mayAdd'],
      ['can_remove_subscribers_group', 'mayRemove'],
      ['can_subscribe_group', 'maySubscribe'],
    ],
  },
  {
    title: 'messages',
    help: 'messagesHelp',
    permissions: [
      ['can_move_messages_within_channel_group', 'mayMoveWithin'],
      ['can_move_messages_out_of_channel_group', 'mayMoveOut'],
      ['can_resolve_topics_group', 'mayResolve'],
      ['can_delete_own_message_group', 'mayDeleteOwn'],
      ['can_delete_any_message_group', 'mayDeleteAny'],
    ],
  },
]

/** Those that only somebody may change who decides about deleting in the whole organization. */
export const OF_DELETING: ReadonlySet<string> = new Set([
  'can_delete_own_message_group',
  'can_delete_any_message_group',
])

/** Those that change who can read a channel. */
export const OF_ACCESS: ReadonlySet<string> = new Set([
  'can_add_subscribers_group',
  'can_subscribe_group',
])
