import type { Tx } from '@oficina/kit/database.ts'
import { plannedAnew, sql, type Sql, trusted } from '@oficina/kit/sql.ts'

import type { UnreadDetails } from '../../../wire/message-events.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { FLAG } from '../flag-bits.ts'
import { NO_END } from './id-range.ts'

const UNREAD = trusted(String(FLAG.unread))

/** What a change of read state changed. */
export interface Marked {
  readonly ids: readonly number[]
  /** Conversations whose read state now has many ranges, and should be compacted. */
  readonly scattered: readonly number[]
}

// When a set has this many ranges, or a multiple, it is checked for gaps that contain only other conversations'
// messages.
const SCATTERED = 32
// Beyond this the gaps really are scattered unread messages; checking them would cost more than it saves.
const MANY = 2_048

/** Unread messages of the reader among `m`, with `s` the reader's side of the conversation. */
function isUnread(viewer: Viewer): Sql {
  return sql`s.is_active and m.id <@ s.history and not m.id <@ s.read
    and (not (m.sender_id = ${viewer.userId} and m.is_read_by_sender) or exists (select 1 from user_message um
      where um.realm_id = ${viewer.realmId} and um.user_id = ${viewer.userId} and um.message_id = m.id and um.flags & ${UNREAD} <> 0))`
}

/** Marks messages as read; those that are unread are changed. */
export async function markRead(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<Marked> {
  const unread = sql`select m.recipient_id, m.id from message m
    join subscription s on s.realm_id = m.realm_id and s.user_id = ${viewer.userId} and s.recipient_id = m.recipient_id
    where m.realm_id = ${viewer.realmId} and m.id = any(${ids}::bigint[]) and ${isUnread(viewer)}`
  return await mark(tx, viewer, unread)
}

/** Marks all messages of one sender as read. */
export async function markSenderRead(tx: Tx, viewer: Viewer, senderId: number): Promise<Marked> {
  const unread = sql`select m.recipient_id, m.id from message m
    join subscription s on s.realm_id = m.realm_id and s.user_id = ${viewer.userId} and s.recipient_id = m.recipient_id
    where m.realm_id = ${viewer.realmId} and m.sender_id = ${senderId} and ${isUnread(viewer)}`
  return await mark(tx, viewer, unread)
}

/**
 * Marks the unread messages of a conversation, or of one topic of it, as read; returns their ids. Needs the
 * conversation's lock. What stays unread is stored as the gaps between runs that were read, now or before, so that a
 * topic of a hundred thousand messages leaves as few ranges as possible.
 */
export async function markConversationRead(
  tx: Tx,
  viewer: Pick<Viewer, 'realmId' | 'userId'>,
  recipientId: number,
  topic: string | undefined,
): Promise<readonly number[]> {
  const { realmId, userId } = viewer
  const isAsked = topic === undefined ? sql`true` : sql`lower(m.topic) = lower(${topic})`
  const mine = sql`s.realm_id = ${realmId} and s.user_id = ${userId} and s.recipient_id = ${recipientId} and s.is_active`
  const [row] = await tx.query<{ ids: number[] }>(
    sql`with newest as (select coalesce(max(id), 0) + 1 as id from message where realm_id = ${realmId} and recipient_id = ${recipientId}),
        unread as materialized (
          select m.id, ${isAsked} as is_asked, gap.number from subscription s
          cross join lateral unnest(s.history - s.read) with ordinality as gap(ids, number)
          join message m on m.realm_id = s.realm_id and m.recipient_id = s.recipient_id
            and m.id >= coalesce(lower(gap.ids), 0) and m.id < coalesce(upper(gap.ids), ${NO_END})
          where ${mine} and not (m.sender_id = ${userId} and m.is_read_by_sender)),
        marked as materialized (
          select m.id from user_message um join message m on m.realm_id = um.realm_id and m.id = um.message_id
          where um.realm_id = ${realmId} and um.user_id = ${userId} and um.flags & ${UNREAD} <> 0
            and m.recipient_id = ${recipientId} and ${isAsked}),
        numbered as (
          select id, is_asked, number, row_number() over (order by id) - row_number() over (partition by is_asked, number order by id) as run
          from unread),
        runs as (select int8range(min(id), max(id), '[]') as ids from numbered where not is_asked group by number, run),
        written as (
          update subscription s set read = s.read + int8multirange(int8range(0, newest.id))
            - coalesce((select range_agg(ids) from runs), '{}')
          from newest where ${mine} returning 1),
        cleared as (
          update user_message um set flags = um.flags & ~${UNREAD} from marked
          where um.realm_id = ${realmId} and um.user_id = ${userId} and um.message_id = marked.id returning 1)
        select coalesce((select json_agg(id order by id) from (select id from unread where is_asked union select id from marked) changed), '[]') as ids,
          (select count(*) from written) + (select count(*) from cleared) as rows`,
  )
  return row?.ids ?? []
}

async function mark(tx: Tx, viewer: Viewer, unread: Sql): Promise<Marked> {
  const [row] = await tx.query<{ ids: number[]; scattered: number[] }>(
    plannedAnew(sql`with changed as materialized (${unread}),
        grown as (select recipient_id, range_agg(int8range(id, id + 1)) as ids from changed group by recipient_id),
        written as (
          update subscription s set read = s.read + g.ids from grown g
          where s.realm_id = ${viewer.realmId} and s.user_id = ${viewer.userId} and s.recipient_id = g.recipient_id
          returning s.recipient_id, (select count(*) from unnest(s.read)) as ranges),
        cleared as (
          update user_message um set flags = um.flags & ~${UNREAD} from changed c
          where um.realm_id = ${viewer.realmId} and um.user_id = ${viewer.userId} and um.message_id = c.id and um.flags & ${UNREAD} <> 0
          returning 1)
        select coalesce((select json_agg(id order by id) from changed), '[]') as ids,
          coalesce((select json_agg(recipient_id) from written where ranges >= ${SCATTERED}
            and ranges < ${MANY} and (ranges % ${SCATTERED} = 0 or (select count(*) from changed) >= ${SCATTERED})), '[]') as scattered,
          (select count(*) from cleared) as cleared`),
  )
  return { ids: row?.ids ?? [], scattered: row?.scattered ?? [] }
}

/** Marks messages as unread again, if the reader received them. */
export async function markUnread(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly number[]> {
  const [row] = await tx.query<{ ids: number[] }>(
    sql`with changed as materialized (
          select m.recipient_id, m.id, m.sender_id = ${viewer.userId} and m.is_read_by_sender as is_own from message m
          join subscription s on s.realm_id = m.realm_id and s.user_id = ${viewer.userId} and s.recipient_id = m.recipient_id
          where m.realm_id = ${viewer.realmId} and m.id = any(${ids}::bigint[]) and s.is_active and m.id <@ s.history
            and not (${isUnread(viewer)})),
        shrunk as (select recipient_id, range_agg(int8range(id, id + 1)) as ids from changed group by recipient_id),
        written as (
          update subscription s set read = s.read - g.ids from shrunk g
          where s.realm_id = ${viewer.realmId} and s.user_id = ${viewer.userId} and s.recipient_id = g.recipient_id returning 1),
        noted as (
          insert into user_message (realm_id, user_id, message_id, flags)
          select ${viewer.realmId}, ${viewer.userId}, id, ${FLAG.unread} from changed where is_own
          on conflict (realm_id, user_id, message_id) do update set flags = user_message.flags | ${FLAG.unread} returning 1)
        select coalesce((select json_agg(id order by id) from changed), '[]') as ids,
          (select count(*) from written) + (select count(*) from noted) as rows`,
  )
  return row?.ids ?? []
}

/**
 * Merges ranges of a read state that have no message of the conversation between them. Needs the conversation's lock: a
 * message that is being sent already has its id, and must not be included.
 */
export async function tidyReadState(tx: Tx, viewer: Viewer, recipientId: number): Promise<void> {
  const within = (range: Sql) => sql`select m.id from message m where m.realm_id = ${viewer.realmId}
    and m.recipient_id = ${recipientId} and m.id >= lower(${range}) and m.id < coalesce(upper(${range}), ${NO_END})`
  const gap = sql`gap`
  const part = sql`part`
  const unread = sql`select range_agg(int8range((${within(gap)} order by m.id limit 1), (${within(gap)} order by m.id desc limit 1), '[]'))
    from unnest(int8multirange(int8range(0, newest.id)) - s.read) as gap where exists (${within(gap)})`
  const joined = sql`s.read + int8multirange(int8range(0, newest.id)) - coalesce((${unread}), '{}')`
  await tx.execute(
    sql`with newest as (select coalesce(max(id), 0) + 1 as id from message
          where realm_id = ${viewer.realmId} and recipient_id = ${recipientId})
        update subscription s set read = coalesce((select range_agg(part) from unnest(${joined}) as part
          where lower(part) = 0 or upper_inf(part) or exists (${within(part)})), '{}')
        from newest
        where s.realm_id = ${viewer.realmId} and s.user_id = ${viewer.userId} and s.recipient_id = ${recipientId}`,
  )
}

/** What a client must know about messages that became unread. */
export async function unreadDetails(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Readonly<Record<string, UnreadDetails>>> {
  const rows = await tx.query<{
    id: number
    stream_id: number | null
    topic: string
    user_ids: readonly number[] | null
    is_mentioned: boolean
  }>(
    sql`select m.id, m.stream_id, m.topic, to_json(r.user_ids) as user_ids,
          m.is_stream_wildcard or coalesce(um.flags & 60, 0) <> 0 as is_mentioned
        from message m join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
        left join user_message um on um.realm_id = m.realm_id and um.user_id = ${viewer.userId} and um.message_id = m.id
        where m.realm_id = ${viewer.realmId} and m.id = any(${ids}::bigint[])`,
  )
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      {
        ...(row.is_mentioned ? { mentioned: true } : {}),
        ...(row.stream_id === null
          ? { type: 'private', user_ids: (row.user_ids ?? []).filter((id) => id !== viewer.userId) }
          : { type: 'stream', stream_id: row.stream_id, topic: row.topic }),
      },
    ]),
  )
}

/** The conversations in which the user has unread messages: received and not read, or marked as unread again. */
export async function unreadConversations(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ recipient_id: number }>(
    sql`select s.recipient_id from subscription s where s.realm_id = ${realmId} and s.user_id = ${userId} and s.is_active
          and exists (select 1 from unnest(s.history - s.read) as gap cross join lateral (
            select 1 from message m where m.realm_id = ${realmId} and m.recipient_id = s.recipient_id
              and m.id >= coalesce(lower(gap), 0) and m.id < coalesce(upper(gap), ${NO_END}) limit 1) found)
        union
        select m.recipient_id from user_message um join message m on m.realm_id = um.realm_id and m.id = um.message_id
        where um.realm_id = ${realmId} and um.user_id = ${userId} and um.flags & ${UNREAD} <> 0`,
  )
  return rows.map(({ recipient_id: id }) => id)
}

/** The channels of these messages to which the viewer is not subscribed, and where nothing can be unread for them. */
export async function unsubscribedChannels(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly number[]> {
  const rows = await tx.query<{ stream_id: number }>(
    sql`select distinct m.stream_id from message m join stream st on st.realm_id = m.realm_id and st.id = m.stream_id
        left join subscription s on s.realm_id = m.realm_id and s.user_id = ${viewer.userId} and s.recipient_id = m.recipient_id
        where m.realm_id = ${viewer.realmId} and m.id = any(${ids}::bigint[])
          and not coalesce(s.is_active, false) order by m.stream_id`,
  )
  return rows.map(({ stream_id: id }) => id)
}
