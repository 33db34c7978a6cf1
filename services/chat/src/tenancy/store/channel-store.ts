import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { CHANNEL_PERMISSION_NAMES, type ChannelPermission } from '../channel-permissions.ts'
import type { RealmId } from '../realm-id.ts'
import type { Channel, TopicsPolicy, Viewer } from '../viewer.ts'
import { membersOfGroups } from './group-sql.ts'
import { ROLE_SQL } from './role-sql.ts'
import type { Caller } from './user-store.ts'

/** The caller with the groups that access rules use. */
export function viewerOf({ id: userId, role, realm, groups }: Caller): Viewer {
  return { realmId: realm.id, userId, role, groups }
}

export interface ChannelRow extends Record<ChannelPermission, number> {
  readonly id: number
  readonly recipient_id: number
  readonly name: string
  readonly description: string
  readonly rendered_description: string
  readonly creator_id: number | null
  readonly created_at: Date
  readonly is_archived: boolean
  readonly invite_only: boolean
  readonly is_web_public: boolean
  readonly history_public_to_subscribers: boolean
  readonly is_default: boolean
  readonly message_retention_days: number | null
  readonly topics_policy: TopicsPolicy
  readonly folder_id: number | null
  readonly first_message_id: number | null
  readonly subscriber_count: number
  readonly is_subscribed: boolean
  readonly is_muted: boolean
}

/** Over `st`. */
export const CHANNEL_COLUMNS = trusted(
  `st.id, st.recipient_id, st.name, st.description, st.rendered_description, st.creator_id, st.created_at, st.is_archived,
   st.invite_only, st.is_web_public, st.history_public_to_subscribers, st.is_default, st.message_retention_days,
   st.topics_policy, st.folder_id, st.first_message_id, st.subscriber_count,
   ${CHANNEL_PERMISSION_NAMES.map((name) => `st.${name}`).join(', ')}`,
)

function selectChannels(viewer: Viewer, condition: Sql): Sql {
  return sql`select ${CHANNEL_COLUMNS}, coalesce(s.is_active, false) as is_subscribed,
      coalesce(s.is_muted, false) as is_muted
    from stream st left join subscription s on s.realm_id = st.realm_id and s.recipient_id = st.recipient_id
      and s.user_id = ${viewer.userId}
    where st.realm_id = ${viewer.realmId} and ${condition}`
}

export async function channelById(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<Channel | undefined> {
  const [row] = await tx.query<ChannelRow>(selectChannels(viewer, sql`st.id = ${id}`))
  return row === undefined ? undefined : channelOf(row)
}

/** The channel, with its row locked, for a change that depends on its current state. */
export async function lockChannel(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<Channel | undefined> {
  const [row] = await tx.query<ChannelRow>(
    sql`${selectChannels(viewer, sql`st.id = ${id}`)} for update of st`,
  )
  return row === undefined ? undefined : channelOf(row)
}

export async function channelByName(
  tx: Tx,
  viewer: Viewer,
  name: string,
): Promise<Channel | undefined> {
  const [row] = await tx.query<ChannelRow>(
    selectChannels(viewer, sql`lower(st.name) = lower(${name})`),
  )
  return row === undefined ? undefined : channelOf(row)
}

export async function channelsByIds(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly Channel[]> {
  const rows = await tx.query<ChannelRow>(
    selectChannels(viewer, sql`st.id = any(${ids}::bigint[])`),
  )
  return rows.map(channelOf)
}

export function channelOf(row: ChannelRow): Channel {
  // Every name is a column of the row.
  const groups = Object.fromEntries(
    CHANNEL_PERMISSION_NAMES.map((name) => [name, row[name]]),
  ) as Record<ChannelPermission, number>
  return {
    id: row.id,
    recipientId: row.recipient_id,
    name: row.name,
    description: row.description,
    renderedDescription: row.rendered_description,
    creatorId: row.creator_id,
    createdAt: row.created_at,
    isArchived: row.is_archived,
    inviteOnly: row.invite_only,
    isWebPublic: row.is_web_public,
    historyPublicToSubscribers: row.history_public_to_subscribers,
    isDefault: row.is_default,
    messageRetentionDays: row.message_retention_days,
    topicsPolicy: row.topics_policy,
    folderId: row.folder_id,
    firstMessageId: row.first_message_id,
    subscriberCount: row.subscriber_count,
    groups,
    isSubscribed: row.is_subscribed,
    isMuted: row.is_muted,
  }
}

/** Whether the user `u` is subscribed to a channel, or is no guest and in one of the groups. */
export function isIn(
  realmId: RealmId,
  channel: Channel,
  permissions: readonly ChannelPermission[],
): Sql {
  const groups = permissions.map((permission) => channel.groups[permission])
  return sql`(u.role <> ${ROLE_SQL.guest} and u.id in (${membersOfGroups(realmId, sql`${groups}`)}))
    or exists (select 1 from subscription s where s.realm_id = ${realmId} and s.user_id = u.id
      and s.recipient_id = ${channel.recipientId} and s.is_active)`
}

/** The users who may know of a channel: those who may read it, and those who administer it. */
export async function usersWhoKnow(
  tx: Tx,
  realmId: RealmId,
  channel: Channel,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from user_profile u where realm_id = ${realmId} and is_active and (
          role <= ${ROLE_SQL.administrator} or (role <> ${ROLE_SQL.guest} and ${!channel.inviteOnly}) or ${channel.isWebPublic}
          or ${isIn(realmId, channel, ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group'])})
        order by id`,
  )
  return rows.map(({ id }) => id)
}

/** The users who may read a private channel: its subscribers, and those who may subscribe themselves. */
export async function usersWhoRead(
  tx: Tx,
  realmId: RealmId,
  channel: Channel,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from user_profile u where realm_id = ${realmId} and is_active
          and (${isIn(realmId, channel, ['can_subscribe_group', 'can_add_subscribers_group'])}) order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Which of the given messages each of the users received, grouped by equal results. */
export async function receivedBy(
  tx: Tx,
  { realmId, recipientId }: { readonly realmId: RealmId; readonly recipientId: number },
  userIds: readonly number[],
  ids: readonly number[],
): Promise<readonly { readonly users: readonly number[]; readonly ids: readonly number[] }[]> {
  return await tx.query(
    sql`select json_agg(own.user_id order by own.user_id) as users, own.ids from (
          select s.user_id, (select jsonb_agg(m.id order by m.id) from unnest(${ids}::bigint[]) m (id) where m.id <@ s.history) as ids
          from subscription s where s.realm_id = ${realmId} and s.recipient_id = ${recipientId}
            and s.user_id = any(${userIds}::bigint[])) own
        where own.ids is not null group by own.ids`,
  )
}

/** The active subscribers of a channel. */
export async function subscribersOf(
  tx: Tx,
  realmId: RealmId,
  recipientId: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ user_id: number }>(
    sql`select user_id from subscription where realm_id = ${realmId} and recipient_id = ${recipientId}
          and is_active and is_user_active order by user_id`,
  )
  return rows.map(({ user_id: id }) => id)
}

export async function hasChannels(tx: Tx, realmId: RealmId): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from stream where realm_id = ${realmId}) as found`,
  )
  return row?.found === true
}

/** The channels that new users are subscribed to. */
export async function defaultChannelIds(tx: Tx, realmId: RealmId): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from stream where realm_id = ${realmId} and is_default and not is_archived order by id`,
  )
  return rows.map(({ id }) => id)
}
