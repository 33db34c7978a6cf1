import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { FLAG } from '../../messages/flag-bits.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { personalRecipient } from './export-organization.ts'
import { messagesIn, ownDataOf, type ExportScope } from './export-scope.ts'

export interface ExportedMessage {
  readonly id: number
  readonly [column: string]: unknown
}

/** The messages of an export, oldest first; the sending program by its name. */
export function messageRows(realmId: RealmId, scope: ExportScope): Sql {
  const other = sql`coalesce((select member from unnest(r.user_ids) member where member <> m.sender_id limit 1), m.sender_id)`
  return sql`select m.id, ${realmId}::bigint as realm, m.sender_id as sender, case when r.user_ids is null or cardinality(r.user_ids) > 2
      then m.recipient_id else ${personalRecipient(realmId, other)} end as recipient, 1 as type, m.topic as subject, m.content,
      m.rendered_content, m.client as sending_client, extract(epoch from m.sent_at)::float8 as date_sent,
      extract(epoch from m.edited_at)::float8 as last_edit_time, extract(epoch from m.moved_at)::float8 as last_moved_time,
      m.edit_history::text as edit_history, m.has_attachment, m.has_image, m.has_link, m.has_reaction,
      m.stream_id is not null as is_channel_message
    from message m join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
    where m.realm_id = ${realmId} and ${messagesIn(realmId, scope)} order by m.id`
}

export interface UserMessageRow {
  readonly user_profile: number
  readonly message: number
  readonly flags_mask: number
}

const bit = (flag: number): Sql => trusted(String(flag))

// The bits of Zulip's table, from ours.
const FLAGS_MASK = sql`(case when x.is_read then 1 else 0 end)
  | (case when x.flags & ${bit(FLAG.starred)} <> 0 then 2 else 0 end)
  | (case when x.flags & ${bit(FLAG.collapsed)} <> 0 then 4 else 0 end)
  | (case when x.flags & ${bit(FLAG.mentioned)} <> 0 then 8 else 0 end)
  | (case when x.flags & ${bit(FLAG.stream_wildcard_mentioned)} <> 0 or (x.is_stream_wildcard and not x.is_historical) then 16 else 0 end)
  | (case when x.flags & ${bit(FLAG.topic_wildcard_mentioned)} <> 0 then 32 else 0 end)
  | (case when x.flags & ${bit(FLAG.group_mentioned)} <> 0 then 64 else 0 end)
  | (case when x.flags & ${bit(FLAG.has_alert_word)} <> 0 then 512 else 0 end)
  | (case when x.is_historical then 1024 else 0 end) | (case when x.is_private then 2048 else 0 end)`

/** What each reader has of these messages: of received ones always, of others where something is marked. */
export async function userMessages(
  tx: Tx,
  realmId: RealmId,
  scope: ExportScope,
  ids: readonly number[],
): Promise<readonly UserMessageRow[]> {
  const isOwnRead = sql`m.sender_id = s.user_id and m.is_read_by_sender and coalesce(um.flags, 0) & ${bit(FLAG.unread)} = 0`
  return await tx.query<UserMessageRow>(
    sql`select x.user_id as user_profile, x.id as message, ${FLAGS_MASK} as flags_mask from (
          select m.id, s.user_id, coalesce(um.flags, 0) as flags, m.id <@ s.read or (${isOwnRead}) as is_read, m.is_stream_wildcard,
            m.stream_id is null as is_private, false as is_historical
          from message m join subscription s on s.realm_id = ${realmId} and s.recipient_id = m.recipient_id and m.id <@ s.history
          left join user_message um on um.realm_id = ${realmId} and um.user_id = s.user_id and um.message_id = m.id
          where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[])
          union all
          select m.id, um.user_id, um.flags, true, m.is_stream_wildcard, m.stream_id is null, true
          from user_message um join message m on m.realm_id = ${realmId} and m.id = um.message_id
          where um.realm_id = ${realmId} and um.message_id = any(${ids}::bigint[]) and not exists (select 1 from subscription s
            where s.realm_id = ${realmId} and s.user_id = um.user_id and s.recipient_id = m.recipient_id and m.id <@ s.history)
        ) x where ${ownDataOf(scope, sql`x.user_id`)} order by x.id, x.user_id`,
  )
}

export async function clientNames(tx: Tx, realmId: RealmId): Promise<readonly string[]> {
  const rows = await tx.query<{ client: string }>(
    sql`select distinct client from message where realm_id = ${realmId} order by client`,
  )
  return rows.map(({ client }) => client)
}
