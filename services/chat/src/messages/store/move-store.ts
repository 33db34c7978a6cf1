import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EditObject } from '../../../wire/messages.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { refreshFirstMessages } from './first-message-store.ts'

interface RowMove {
  readonly ids: readonly number[]
  readonly target: {
    readonly streamId: number
    readonly recipientId: number
    readonly topic: string
  }
  readonly entry: EditObject
  /** Null: only the resolved mark of the topic changed, which does not count as a move. */
  readonly movedAt: Date | null
  /** The messages whose history gets the entry. */
  readonly withEntry: readonly number[]
}

/** Moves messages, and keeps the channels' first messages right. */
export async function moveRows(
  tx: Tx,
  realmId: RealmId,
  { ids, target, entry, movedAt, withEntry }: RowMove,
): Promise<void> {
  const affected = await tx.query<{ stream_id: number }>(
    sql`select distinct stream_id from message where realm_id = ${realmId} and id = any(${ids}::bigint[])`,
  )
  await tx.execute(
    sql`update message set stream_id = ${target.streamId}, recipient_id = ${target.recipientId}, topic = ${target.topic},
          moved_at = coalesce(${movedAt}::timestamptz, moved_at),
          edit_history = case when id = any(${withEntry}::bigint[])
            then ${JSON.stringify([entry])}::jsonb || coalesce(edit_history, '[]') else edit_history end
        where realm_id = ${realmId} and id = any(${ids}::bigint[])`,
  )
  const streams = [...affected.map(({ stream_id: id }) => id), target.streamId]
  await refreshFirstMessages(tx, realmId, streams)
}

/** Gives the readers of both conversations the same history and read state of the moved messages as before. */
export async function carryReadState(
  tx: Tx,
  realmId: RealmId,
  {
    ids,
    from,
    to,
  }: { readonly ids: readonly number[]; readonly from: number; readonly to: number },
): Promise<void> {
  await tx.execute(
    sql`with moved as (select range_agg(int8range(id, id + 1)) as ids from unnest(${ids}::bigint[]) as id)
        update subscription n set
          history = n.history + coalesce((select o.history * moved.ids from subscription o where o.realm_id = ${realmId}
            and o.user_id = n.user_id and o.recipient_id = ${from}), '{}'),
          read = n.read + moved.ids - coalesce((select (o.history * moved.ids) - o.read from subscription o
            where o.realm_id = ${realmId} and o.user_id = n.user_id and o.recipient_id = ${from} and o.is_active), '{}')
        from moved where n.realm_id = ${realmId} and n.recipient_id = ${to}`,
  )
}
