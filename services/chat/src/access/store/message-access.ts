import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { Viewer } from '../../tenancy/viewer.ts'
import { proven, type Proven } from '../proof.ts'
import { isOpenTo } from './channel-visibility.ts'

interface Conversation {
  readonly streamId: number | null
  readonly topic: string
  readonly userIds: readonly number[]
}

/**
 * Whether the viewer may read the message `m`: a direct message of theirs; in a channel that they may read, messages
 * from when they were subscribed or, where history is shared, all of them.
 * @source docs/decisions/0306-chat-access.md
 */
export function canReadMessage(viewer: Viewer): Sql {
  const { userId } = viewer
  return sql`case when m.stream_id is null
    then exists (select 1 from recipient r where r.realm_id = ${viewer.realmId} and r.id = m.recipient_id
      and r.user_ids @> array[${userId}]::bigint[])
    else exists (select 1 from stream st left join subscription s on s.realm_id = st.realm_id
        and s.recipient_id = st.recipient_id and s.user_id = ${userId}
      where st.realm_id = ${viewer.realmId} and st.id = m.stream_id
        and (coalesce(s.is_active, false) or ${isOpenTo(viewer)})
        and (st.history_public_to_subscribers or coalesce(m.id <@ s.history, false))) end`
}

/** The id of a message that the viewer may read. */
export type ReadableMessageId = Proven<number, 'read'>

/** The given messages that exist and that the viewer may read. */
export async function readableIds(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly ReadableMessageId[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select m.id from message m where m.realm_id = ${viewer.realmId} and m.id = any(${ids}::bigint[])
          and ${canReadMessage(viewer)} order by m.id`,
  )
  return rows.map(({ id }) => proven(id, 'read'))
}

/** Where a message is now; undefined when it does not exist or may not be read, which must look the same. */
export async function conversationOf(
  tx: Tx,
  viewer: Viewer,
  messageId: number,
): Promise<Conversation | undefined> {
  const [row] = await tx.query<{
    stream_id: number | null
    topic: string
    user_ids: number[] | null
  }>(
    sql`select m.stream_id, m.topic, to_json(r.user_ids) as user_ids from message m
        join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
        where m.realm_id = ${viewer.realmId} and m.id = ${messageId} and ${canReadMessage(viewer)}`,
  )
  if (row === undefined) return undefined
  return { streamId: row.stream_id, topic: row.topic, userIds: row.user_ids ?? [] }
}
