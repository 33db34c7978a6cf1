import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { RecentConversation, UnreadMessagesObject } from '../../../wire/register.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { ANY_MENTION, FLAG } from '../flag-bits.ts'
import { idsInRange, readable } from './narrow-sql.ts'

interface UnreadRow {
  readonly stream_id: number | null
  readonly topic: string
  readonly user_ids: readonly number[] | null
  readonly ids: readonly number[]
  readonly mentions: readonly number[]
}

/** The most unread messages that a client is told about; beyond it is told that there are older ones. */
const MAX_UNREAD = 50_000

/** The newest unread messages by conversation. @source docs/decisions/0307-chat-narrow.md, "Unread" */
export async function unreadMessages(tx: Tx, viewer: Viewer): Promise<UnreadMessagesObject> {
  const rows = await unreadRows(tx, viewer)
  const pms: UnreadMessagesObject['pms'][number][] = []
  const huddles: UnreadMessagesObject['huddles'][number][] = []
  const streams: UnreadMessagesObject['streams'][number][] = []
  for (const row of rows) {
    if (row.stream_id !== null) {
      streams.push({ stream_id: row.stream_id, topic: row.topic, unread_message_ids: row.ids })
    } else if ((row.user_ids ?? []).length > 2) {
      huddles.push({ user_ids_string: (row.user_ids ?? []).join(','), unread_message_ids: row.ids })
    } else {
      const other = (row.user_ids ?? []).find((id) => id !== viewer.userId) ?? viewer.userId
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids: row.ids })
    }
  }
  const count = rows.reduce((sum, { ids }) => sum + ids.length, 0)
  return {
    count,
    pms,
    streams,
    huddles,
    mentions: rows.flatMap(({ mentions }) => mentions).toSorted((a, b) => a - b),
    old_unreads_missing: count >= MAX_UNREAD,
  }
}

async function unreadRows(tx: Tx, viewer: Viewer): Promise<readonly UnreadRow[]> {
  const plan = {
    scope: { kind: 'own' },
    conditions: [{ condition: { kind: 'unread' }, isNegated: false }],
  } as const
  const ids = idsInRange(viewer, plan, { direction: 'down', anchor: null, limit: MAX_UNREAD })
  return await tx.query<UnreadRow>(
    sql`with ${readable(viewer, null)}, unread as (${ids})
        select m.stream_id, min(m.topic) as topic, to_json(r.user_ids) as user_ids, json_agg(m.id order by m.id) as ids,
          coalesce(json_agg(m.id) filter (where m.is_stream_wildcard or um.flags & ${trusted(String(ANY_MENTION))} <> 0), '[]') as mentions
        from unread join message m on m.realm_id = ${viewer.realmId} and m.id = unread.id
        join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
        left join user_message um on um.realm_id = m.realm_id and um.user_id = ${viewer.userId} and um.message_id = m.id
        group by m.stream_id, m.recipient_id, lower(m.topic), r.user_ids order by min(m.id)`,
  )
}

export async function starredMessages(tx: Tx, viewer: Viewer): Promise<readonly number[]> {
  const rows = await tx.query<{ message_id: number }>(
    sql`select message_id from user_message where realm_id = ${viewer.realmId} and user_id = ${viewer.userId}
          and flags & ${trusted(String(FLAG.starred))} <> 0 order by message_id desc limit 10000`,
  )
  return rows.map(({ message_id: id }) => id).toReversed()
}

/** The newest message that the user received; -1 when there is none. */
export async function maxMessageId(tx: Tx, viewer: Viewer): Promise<number> {
  const ids = idsInRange(
    viewer,
    { scope: { kind: 'own' }, conditions: [] },
    { direction: 'down', anchor: null, limit: 1 },
  )
  const [row] = await tx.query<{ id: number }>(sql`with ${readable(viewer, null)} ${ids}`)
  return row?.id ?? -1
}

/** The conversations of the user's latest direct messages, newest first. */
export async function recentDms(tx: Tx, viewer: Viewer): Promise<readonly RecentConversation[]> {
  const rows = await tx.query<{ user_ids: readonly number[]; max_message_id: number }>(
    sql`select to_json(r.user_ids) as user_ids, newest.id as max_message_id
        from subscription s join recipient r on r.realm_id = s.realm_id and r.id = s.recipient_id
        cross join lateral (select m.id from message m where m.realm_id = ${viewer.realmId} and m.recipient_id = s.recipient_id
          order by m.id desc limit 1) newest
        where s.realm_id = ${viewer.realmId} and s.user_id = ${viewer.userId} and s.stream_id is null
        order by newest.id desc limit 1000`,
  )
  return rows.map(({ user_ids: ids, max_message_id: id }) => ({
    user_ids: ids.filter((id) => id !== viewer.userId),
    max_message_id: id,
  }))
}
