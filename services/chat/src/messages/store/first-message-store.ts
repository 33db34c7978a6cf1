import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/** Over `st`, the channel. */
function firstOf(realmId: RealmId): Sql {
  return sql`(select min(m.id) from message m where m.realm_id = ${realmId} and m.recipient_id = st.recipient_id)`
}

/** Records the first message of a channel that had none. Of several sent at the same time, the lowest id wins. */
export async function noteFirstMessage(
  tx: Tx,
  realmId: RealmId,
  streamId: number,
  id: number,
): Promise<void> {
  await tx.execute(
    sql`update stream st set first_message_id = ${firstOf(realmId)} where st.realm_id = ${realmId} and st.id = ${streamId}
          and (st.first_message_id is null or st.first_message_id > ${id})`,
  )
}

/** Finds the first messages of channels again after messages were moved from or to them. */
export async function refreshFirstMessages(
  tx: Tx,
  realmId: RealmId,
  streamIds: readonly number[],
): Promise<void> {
  await tx.execute(
    sql`update stream st set first_message_id = ${firstOf(realmId)}
        where st.realm_id = ${realmId} and st.id = any(${streamIds}::bigint[])`,
  )
}

/** The channel's first message without these, null for none; undefined when its first was not among them. */
export async function replaceFirstMessage(
  tx: Tx,
  realmId: RealmId,
  streamId: number,
  goneIds: readonly number[],
): Promise<number | null | undefined> {
  const [row] = await tx.query<{ first_message_id: number | null }>(
    sql`update stream st set first_message_id = ${firstOf(realmId)}
        where st.realm_id = ${realmId} and st.id = ${streamId} and st.first_message_id = any(${goneIds}::bigint[])
        returning st.first_message_id`,
  )
  return row?.first_message_id
}
