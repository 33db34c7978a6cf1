import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/** Which messages of somebody are to be deleted, as bits. */
export const DOOMED = { publicChannels: 1, privateChannels: 2, direct: 4 } as const

/** Somebody whose messages are to be deleted. */
export interface DoomedSender {
  readonly realmId: RealmId
  readonly userId: number
  readonly kinds: number
}

/** What was to be deleted before stays so. */
export async function doomMessages(
  tx: Tx,
  { realmId, userId, kinds }: DoomedSender,
): Promise<void> {
  await tx.execute(
    sql`update user_profile set doomed_messages = doomed_messages | ${kinds}
        where realm_id = ${realmId} and id = ${userId}`,
  )
}

export async function doomedSenders(tx: Tx, limit: number): Promise<readonly DoomedSender[]> {
  return await tx.query<DoomedSender>(
    sql`select u.realm_id as "realmId", u.id as "userId", u.doomed_messages as kinds from user_profile u
        join realm r on r.id = u.realm_id where u.doomed_messages <> 0 and not r.is_deactivated
        order by u.realm_id, u.id limit ${limit}`,
  )
}

/** Nothing of these kinds is left. */
export async function forgetDoom(tx: Tx, { realmId, userId, kinds }: DoomedSender): Promise<void> {
  await tx.execute(
    sql`update user_profile set doomed_messages = doomed_messages & ~${kinds}::integer
        where realm_id = ${realmId} and id = ${userId}`,
  )
}

/** A conversation with messages to delete. */
export interface DoomedConversation {
  readonly recipientId: number
  /** Null: among people. */
  readonly streamId: number | null
  readonly userIds: readonly number[] | null
}

const isDoomed = (kinds: number): Sql =>
  sql`case when m.stream_id is null then ${kinds}::integer & ${DOOMED.direct}
      when st.invite_only then ${kinds}::integer & ${DOOMED.privateChannels}
      else ${kinds}::integer & ${DOOMED.publicChannels} end <> 0`

export async function nextDoomed(
  tx: Tx,
  { realmId, userId, kinds }: DoomedSender,
): Promise<DoomedConversation | undefined> {
  const [row] = await tx.query<DoomedConversation>(
    sql`select m.recipient_id as "recipientId", m.stream_id as "streamId", to_json(r.user_ids) as "userIds" from message m
        join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
        left join stream st on st.realm_id = m.realm_id and st.id = m.stream_id
        where m.realm_id = ${realmId} and m.sender_id = ${userId} and ${isDoomed(kinds)} order by m.id limit 1`,
  )
  return row
}

/** Messages of a sender in a conversation, locked, by topic. */
export async function lockDoomed(
  tx: Tx,
  { realmId, userId }: Pick<DoomedSender, 'realmId' | 'userId'>,
  recipientId: number,
  limit: number,
): Promise<readonly { readonly topic: string; readonly ids: readonly number[] }[]> {
  const rows = await tx.query<{ id: number; topic: string }>(
    sql`select id, topic from message where realm_id = ${realmId} and sender_id = ${userId}
          and recipient_id = ${recipientId} order by id limit ${limit} for update`,
  )
  const topics = Map.groupBy(rows, ({ topic }) => topic)
  return [...topics].map(([topic, found]) => ({ topic, ids: found.map(({ id }) => id) }))
}
