import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, trusted } from '@oficina/kit/sql.ts'

import {
  CHANNEL_PERMISSION_NAMES,
  type ChannelPermission,
} from '../../tenancy/channel-permissions.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { TopicsPolicy } from '../../tenancy/viewer.ts'

export interface NewChannel {
  readonly realmId: RealmId
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  readonly creatorId: number
  readonly createdAt: Date
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly historyPublicToSubscribers: boolean
  readonly isDefault: boolean
  readonly messageRetentionDays: number | null
  readonly topicsPolicy: TopicsPolicy
  readonly folderId: number | null
  readonly groups: Readonly<Record<ChannelPermission, number>>
}

/** Adds a channel with its conversation; undefined when another one has the name, archived or not. */
export async function insertChannel(tx: Tx, channel: NewChannel): Promise<number | undefined> {
  const { realmId } = channel
  const permissions = trusted(CHANNEL_PERMISSION_NAMES.join(', '))
  const groups = join(
    CHANNEL_PERMISSION_NAMES.map((name) => sql`${channel.groups[name]}::bigint`),
    ', ',
  )
  const [row] = await tx.query<{ id: number }>(
    sql`with conversation as (insert into recipient (realm_id) values (${realmId}) returning id)
        insert into stream (realm_id, recipient_id, name, description, rendered_description, creator_id, created_at,
          invite_only, is_web_public, history_public_to_subscribers, is_default, message_retention_days, topics_policy,
          folder_id, ${permissions})
        select ${realmId}, conversation.id, ${channel.name}, ${channel.description}, ${channel.renderedDescription},
          ${channel.creatorId}, ${channel.createdAt}, ${channel.inviteOnly}, ${channel.isWebPublic},
          ${channel.historyPublicToSubscribers}, ${channel.isDefault}, ${channel.messageRetentionDays},
          ${channel.topicsPolicy}, ${channel.folderId}, ${groups}
        from conversation on conflict (realm_id, lower(name)) do nothing returning id`,
  )
  return row?.id
}

// The columns that may change, and how they are written.
const COLUMNS = {
  name: trusted('name'),
  description: trusted('description'),
  rendered_description: trusted('rendered_description'),
  is_archived: trusted('is_archived'),
  invite_only: trusted('invite_only'),
  is_web_public: trusted('is_web_public'),
  history_public_to_subscribers: trusted('history_public_to_subscribers'),
  is_default: trusted('is_default'),
  message_retention_days: trusted('message_retention_days'),
  topics_policy: trusted('topics_policy'),
  folder_id: trusted('folder_id'),
} as const

type ChannelColumn = keyof typeof COLUMNS

/** Sets columns of a channel. */
export async function setChannel(
  tx: Tx,
  realmId: RealmId,
  id: number,
  values: Readonly<Partial<Record<ChannelColumn, string | number | boolean | null>>>,
): Promise<void> {
  // Object.entries loses the type of the names.
  const names = Object.keys(values) as ChannelColumn[]
  const settings = join(
    names.map((name) => sql`${COLUMNS[name]} = ${values[name]}`),
    ', ',
  )
  await tx.execute(sql`update stream set ${settings} where realm_id = ${realmId} and id = ${id}`)
}

/** Sets the group of one permission. The name is that of a column. */
export async function setChannelGroup(
  tx: Tx,
  channel: { readonly realmId: RealmId; readonly id: number },
  name: ChannelPermission,
  groupId: number,
): Promise<void> {
  await tx.execute(
    sql`update stream set ${trusted(name)} = ${groupId} where realm_id = ${channel.realmId} and id = ${channel.id}`,
  )
}

/** Whether a channel has messages in any topic but the empty one. */
export async function hasNamedTopics(
  tx: Tx,
  realmId: RealmId,
  recipientId: number,
): Promise<boolean> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from message where realm_id = ${realmId} and recipient_id = ${recipientId} and lower(topic) > '' limit 1`,
  )
  return rows.length > 0
}

/** The organization's settings that refer to a channel, without the `realm_` of their names. */
const REALM_CHANNELS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const

export type RealmChannelName = (typeof REALM_CHANNELS)[number]

/** Removes a channel from the organization's settings that refer to it; returns which did. */
export async function forgetRealmChannel(
  tx: Tx,
  realmId: RealmId,
  id: number,
): Promise<readonly RealmChannelName[]> {
  const [row] = await tx.query<{ names: readonly RealmChannelName[] }>(
    sql`with named as (
          select e.key from realm, jsonb_each(settings) e where realm.id = ${realmId}
            and e.key = any(${REALM_CHANNELS}::text[]) and e.value = to_jsonb(${id}::bigint)),
        cleared as (
          update realm set settings = settings || (select jsonb_object_agg(key, -1) from named)
          where id = ${realmId} and exists (select 1 from named) returning id)
        select coalesce(json_agg(key order by key), '[]') as names from named where (select count(*) from cleared) >= 0`,
  )
  return row?.names ?? []
}
