import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

// The first number of this service's advisory locks for conversations.
const LOCKS = 1_099_511_627_776

/** Waits until nobody changes who is in these conversations, and prevents it until the transaction ends. */
export async function shareConversations(tx: Tx, recipientIds: readonly number[]): Promise<void> {
  await tx.execute(
    // Always in the same order, so that there is no deadlock.
    sql`select pg_advisory_xact_lock_shared(${LOCKS} + id) from (select distinct id from unnest(${recipientIds}::bigint[]) as r (id)
          order by id) ordered`,
  )
}

/** Waits until nobody uses a conversation, and prevents its use until the transaction ends. */
export async function lockConversation(tx: Tx, recipientId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS} + ${recipientId}::bigint)`)
}

/** Takes the exclusive lock if nobody else uses the conversation just now. */
export async function tryLockConversation(tx: Tx, recipientId: number): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCKS} + ${recipientId}::bigint) as locked`,
  )
  return row?.locked === true
}
