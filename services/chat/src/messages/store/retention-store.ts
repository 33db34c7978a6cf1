import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { allRealms } from '../../tenancy/store/by-realm.ts'

/** A conversation that has messages to forget. */
export interface ExpiredConversation {
  readonly realmId: RealmId
  readonly recipientId: number
  /** Null: among people. */
  readonly streamId: number | null
  readonly userIds: readonly number[] | null
  /** Messages from before are forgotten. */
  readonly keptSince: Date
}

/** Conversations whose first message is older than its channel, or else its organization, keeps messages. */
export async function expiredConversations(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<readonly ExpiredConversation[]> {
  const expired: ExpiredConversation[] = []
  for (const realmId of await allRealms(tx)) {
    if (expired.length >= limit) break
    expired.push(...(await expiredIn(tx, realmId, now, limit - expired.length)))
  }
  return expired
}

async function expiredIn(
  tx: Tx,
  realmId: RealmId,
  now: Date,
  limit: number,
): Promise<readonly ExpiredConversation[]> {
  return await tx.query<ExpiredConversation>(
    sql`select r.realm_id as "realmId", r.id as "recipientId", st.id as "streamId", to_json(r.user_ids) as "userIds",
          ${now}::timestamptz - make_interval(days => rule.days) as "keptSince"
        from realm re join recipient r on r.realm_id = re.id
        left join stream st on st.realm_id = r.realm_id and st.recipient_id = r.id
        cross join lateral (select least(coalesce(st.message_retention_days,
          (re.settings ->> 'message_retention_days')::integer, -1), 1000000) as days offset 0) rule
        cross join lateral (select m.sent_at from message m where m.realm_id = ${realmId} and m.recipient_id = r.id
          and rule.days > 0 order by m.id limit 1) first
        where re.id = ${realmId} and not re.is_deactivated and rule.days > 0 and first.sent_at < ${now}::timestamptz - make_interval(days => rule.days)
        order by r.id limit ${limit}`,
  )
}

/**
 * The oldest messages of a conversation that are to be forgotten, locked, by topic. Messages that somebody changes just
 * now are left for the next time, so that nobody waits for this.
 */
export async function lockExpired(
  tx: Tx,
  { realmId, recipientId, keptSince }: ExpiredConversation,
  limit: number,
): Promise<readonly { readonly topic: string; readonly ids: readonly number[] }[]> {
  const rows = await tx.query<{ id: number; topic: string }>(
    sql`select id, topic from message where realm_id = ${realmId} and id in (select id from message
            where realm_id = ${realmId} and recipient_id = ${recipientId} order by id limit ${limit})
          and recipient_id = ${recipientId} and sent_at < ${keptSince} order by id for update skip locked`,
  )
  const topics = Map.groupBy(rows, ({ topic }) => topic)
  return [...topics].map(([topic, found]) => ({ topic, ids: found.map(({ id }) => id) }))
}
