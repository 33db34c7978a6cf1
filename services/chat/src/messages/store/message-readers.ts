import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { isIn } from '../../tenancy/store/channel-store.ts'
import { ROLE_SQL } from '../../tenancy/store/role-sql.ts'
import type { Channel } from '../../tenancy/viewer.ts'
import { readerFlags, type ReaderRow } from '../flag-bits.ts'
import type { MessageFacts } from './message-row.ts'

/** Users who may read the same subset of some messages. */
export interface ReaderGroup {
  readonly users: readonly number[]
  readonly ids: readonly number[]
}

/** Whether the user `u` may read what is sent to the channel. */
function mayRead(realmId: RealmId, channel: Channel): Sql {
  if (channel.isWebPublic) return sql`true`
  const groups = isIn(realmId, channel, ['can_subscribe_group', 'can_add_subscribers_group'])
  return sql`((u.role <> ${ROLE_SQL.guest} and ${!channel.inviteOnly}) or ${groups})`
}

/** Those of the users who may read messages of the channel. */
export async function channelReaders(
  tx: Tx,
  realmId: RealmId,
  channel: Channel,
  users: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    sql`select u.id from user_profile u where u.realm_id = ${realmId} and u.id = any(${users}::bigint[])
          and ${mayRead(realmId, channel)}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Which of a channel's messages each of the users may read, grouped by equal results. */
export async function messageReaders(
  tx: Tx,
  realmId: RealmId,
  channel: Channel,
  { users, ids }: ReaderGroup,
): Promise<readonly ReaderGroup[]> {
  const own = channel.historyPublicToSubscribers
    ? sql`to_jsonb(${ids}::bigint[])`
    : sql`(select jsonb_agg(m.id order by m.id) from unnest(${ids}::bigint[]) m (id) join subscription s on s.realm_id = ${realmId}
        and s.user_id = u.id and s.recipient_id = ${channel.recipientId} where m.id <@ s.history)`
  return await tx.query(
    sql`select json_agg(own.user_id order by own.user_id) as users, own.ids from (
          select u.id as user_id, ${own} as ids from user_profile u where u.realm_id = ${realmId}
            and u.id = any(${users}::bigint[]) and ${mayRead(realmId, channel)}) own
        where own.ids is not null group by own.ids`,
  )
}

/** The subscribers who may read a message of a channel; undefined if all may, since its history is shared. */
export async function protectedReaders(
  tx: Tx,
  realmId: RealmId,
  { id, stream_id: streamId }: { readonly id: number; readonly stream_id: number },
): Promise<readonly number[] | undefined> {
  const [row] = await tx.query<{ is_shared: boolean; users: readonly number[] | null }>(
    sql`select st.history_public_to_subscribers as is_shared, case when not st.history_public_to_subscribers then
          (select json_agg(s.user_id order by s.user_id) from subscription s where s.realm_id = ${realmId}
            and s.recipient_id = st.recipient_id and s.is_active and s.is_user_active and ${id}::bigint <@ s.history) end as users
        from stream st where st.realm_id = ${realmId} and st.id = ${streamId}`,
  )
  return row?.is_shared === false ? (row.users ?? []) : undefined
}

/** The flags of a message: those that most of the users see, and those of the others. */
export interface FlagsOfReaders {
  readonly flags: readonly string[]
  readonly userFlags: Readonly<Record<string, readonly string[]>>
}

export async function flagsOfReaders(
  tx: Tx,
  realmId: RealmId,
  messageId: number,
  users: readonly number[],
): Promise<FlagsOfReaders> {
  const groups = await tx.query<Omit<ReaderRow, 'user_id'> & { users: readonly number[] }>(
    sql`select json_agg(u.id) as users, m.sender_id, m.is_read_by_sender, m.is_stream_wildcard, um.flags,
          coalesce(m.id <@ s.history, false) as is_received, coalesce(m.id <@ s.read, false) as is_in_read
        from message m cross join unnest(${users}::bigint[]) u (id)
        left join subscription s on s.realm_id = m.realm_id and s.user_id = u.id and s.recipient_id = m.recipient_id
        left join user_message um on um.realm_id = m.realm_id and um.user_id = u.id and um.message_id = m.id
        where m.realm_id = ${realmId} and m.id = ${messageId}
        group by m.sender_id, m.is_read_by_sender, m.is_stream_wildcard, um.flags, is_received, is_in_read, u.id = m.sender_id
        order by count(*) desc`,
  )
  const [most, ...others] = groups.map(({ users: same, ...row }) => ({
    users: same,
    flags: readerFlags({ ...row, user_id: same[0] ?? 0 }),
  }))
  const userFlags: Record<string, readonly string[]> = {}
  for (const group of others) for (const user of group.users) userFlags[user] = group.flags
  return { flags: most?.flags ?? [], userFlags }
}

/**
 * The people who have read a message and share that; not its sender, and nobody whom the asking user has muted or who
 * has muted them.
 */
export async function usersWhoHaveRead(
  tx: Tx,
  realmId: RealmId,
  message: Pick<MessageFacts, 'id' | 'recipient_id' | 'sender_id'>,
  askingId: number,
): Promise<readonly number[]> {
  const { id, recipient_id: recipientId, sender_id: senderId } = message
  const rows = await tx.query<{ user_id: number }>(
    sql`select s.user_id from subscription s join user_profile u on u.realm_id = s.realm_id and u.id = s.user_id
        where s.realm_id = ${realmId} and s.recipient_id = ${recipientId} and s.is_active
          and u.is_active and u.bot_type is null and coalesce((u.settings->>'send_read_receipts')::boolean, true)
          and s.user_id <> ${senderId} and ${id}::bigint <@ s.history and ${id}::bigint <@ s.read
          and not exists (select 1 from muted_user mu where mu.realm_id = ${realmId} and mu.user_id = s.user_id and mu.muted_id = ${askingId})
          and not exists (select 1 from muted_user mu where mu.realm_id = ${realmId} and mu.user_id = ${askingId} and mu.muted_id = s.user_id)
        order by s.user_id`,
  )
  return rows.map(({ user_id: userId }) => userId)
}
