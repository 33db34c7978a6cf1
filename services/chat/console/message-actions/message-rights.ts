import type { ChannelObject } from '../../wire/channels.ts'
import { channels } from '../state/conversations/channels.ts'
import type { Message } from '../state/conversations/messages.ts'
import { ownUser } from '../state/own/own.ts'
import { ownId } from '../state/part.ts'
import { areGroupsKnown, mayBy } from '../state/people/groups.ts'
import { isClockKnown, nowSeconds } from '../state/people/presence.ts'
import { realm } from '../state/realm/realm.ts'
import { words } from '../words/message-actions.ts'

/** Why something may not be done to a message, or that it may: undefined. */
export type Refusal = string | undefined

const MODERATOR = 300
const ADMINISTRATOR = 200

/** Whether the text may be changed: by who sent it, while there is time. */
export function editRefusal(message: Message): Refusal {
  if (message.sender_id !== ownId()) return words('notYours')
  if (realm.value?.realm_allow_message_editing === false) return words('editingOff')
  if (isWidget(message)) return words('noWidgetEdit')
  const limit = realm.value?.realm_message_content_edit_limit_seconds ?? null
  return isOver(message, limit) ? words('editTimeOver') : undefined
}

/** Seconds until the text may no longer be changed; undefined: without end. */
export function editSecondsLeft(message: Message): number | undefined {
  const limit = realm.value?.realm_message_content_edit_limit_seconds ?? null
  return limit === null ? undefined : Math.max(0, Math.floor(limit - age(message)))
}

export function deleteRefusal(message: Message): Refusal {
  if (isAdministrator() || may('can_delete_any_message_group', message.stream_id)) return undefined
  const isOwn = message.sender_id === ownId()
  if (!isOwn || !may('can_delete_own_message_group', message.stream_id))
    return words('mayNotDelete')
  const limit = realm.value?.realm_message_content_delete_limit_seconds ?? null
  return isOver(message, limit) ? words('deleteTimeOver') : undefined
}

/** Whether a message may get another topic, or another channel. */
export function moveRefusal(message: Message): Refusal {
  const { stream_id: channelId } = message
  if (channelId === undefined) return words('noDirectMove')
  const withinTime = isYoung(message, 'realm_move_messages_within_stream_limit_seconds')
  const outTime = isYoung(message, 'realm_move_messages_between_streams_limit_seconds')
  const within = mayMoveWithin(channelId)
  const out = mayMoveOut(channelId)
  if ((within && withinTime) || (out && outTime)) return undefined
  return within || out ? words('moveTimeOver') : words('mayNotMove')
}

export function mayMoveWithin(channelId: number): boolean {
  return mayIn(
    'realm_can_move_messages_between_topics_group',
    'can_move_messages_within_channel_group',
    channelId,
  )
}

export function mayMoveOut(channelId: number): boolean {
  return mayIn(
    'realm_can_move_messages_between_channels_group',
    'can_move_messages_out_of_channel_group',
    channelId,
  )
}

export function mayResolve(channelId: number): boolean {
  return mayIn('realm_can_resolve_topics_group', 'can_resolve_topics_group', channelId)
}

/** Whole topics are deleted by administrators. */
export function mayDeleteTopic(): boolean {
  return isAdministrator()
}

/** Whether earlier versions may be seen, and there are any. */
export function hasHistory(message: Message): boolean {
  const policy = realm.value?.realm_message_edit_history_visibility_policy ?? 'all'
  if (policy === 'none') return false
  const isEdited = message.last_edit_timestamp !== undefined && policy === 'all'
  return isEdited || message.last_moved_timestamp !== undefined
}

export function mayReport(message: Message): boolean {
  const channel = realm.value?.['realm_moderation_request_channel_id'] ?? -1
  return channel !== -1 && message.sender_id !== ownId()
}

export function hasReceipts(): boolean {
  return realm.value?.realm_enable_read_receipts === true
}

/** A poll or a list of tasks: what it says is in it no more as text. */
function isWidget(message: Message): boolean {
  return message.submessages.some(({ msg_type: type }) => type === 'widget')
}

function isYoung(
  message: Message,
  limit:
    | 'realm_move_messages_within_stream_limit_seconds'
    | 'realm_move_messages_between_streams_limit_seconds',
): boolean {
  const isModerator = (ownUser.value?.role ?? Number.POSITIVE_INFINITY) <= MODERATOR
  return isModerator || !isOver(message, realm.value?.[limit] ?? null)
}

function isOver(message: Message, limit: number | null): boolean {
  return limit !== null && isClockKnown() && age(message) > limit
}

/** In seconds, by the service's clock. */
function age({ timestamp }: Message): number {
  return nowSeconds() - timestamp
}

function isAdministrator(): boolean {
  return (ownUser.value?.role ?? Number.POSITIVE_INFINITY) <= ADMINISTRATOR
}

function may(
  name: 'can_delete_any_message_group' | 'can_delete_own_message_group',
  channelId: number | undefined,
): boolean {
  return mayIn(`realm_${name}`, name, channelId)
}

/** By the organization's setting or the channel's own. While groups are not known the service decides. */
function mayIn(
  ofRealm: `realm_${string}`,
  ofChannel: keyof ChannelObject,
  channelId: number | undefined,
): boolean {
  if (!areGroupsKnown.value) return true
  const setting = realm.value?.[ofRealm]
  if (setting !== undefined && mayBy(setting)) return true
  const channel = channelId === undefined ? undefined : channels.get(channelId)
  const own = channel?.[ofChannel]
  return own !== undefined && mayBy(own)
}
