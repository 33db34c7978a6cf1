import type { Tx } from '@oficina/kit/database.ts'
import { prepared, sql } from '@oficina/kit/sql.ts'

// Where this service's advisory locks of conversations begin.
const LOCKS = 1_099_511_627_776

/** Waits until nobody changes who is in these conversations, and keeps it so until the transaction ends. */
export async function shareConversations(tx: Tx, recipientIds: readonly number[]): Promise<void> {
  await tx.execute(
    prepared(
      'share_conversations',
      // In one order everywhere, so that nobody waits in a circle.
      sql`select pg_advisory_xact_lock_shared(${LOCKS} + id) from (select distinct id from unnest(${recipientIds}::bigint[]) as r (id)
          order by id) ordered`,
    ),
  )
}

/** Waits until nobody uses a conversation, and keeps others away until the transaction ends. */
export async function lockConversation(tx: Tx, recipientId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS} + ${recipientId}::bigint)`)
}

/** The exclusive lock if nobody else uses the conversation just now. */
export async function tryLockConversation(tx: Tx, recipientId: number): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCKS} + ${recipientId}::bigint) as locked`,
  )
  return row?.locked === true
}
