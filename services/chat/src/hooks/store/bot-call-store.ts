import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { takeByRealm } from '../../tenancy/store/by-realm.ts'

/** Why a bot is called. */
export type BotTrigger = 'mention' | 'direct_message'

/** A bot that a message calls. */
export interface CalledBot {
  readonly id: number
  readonly trigger: BotTrigger
}

/** A bot, as far as it decides whether a message is for it. */
export interface MentionedBot {
  readonly id: number
  readonly bot_type: number
  readonly is_subscribed: boolean
}

/** Those of the users who are bots that use the API or that are called. */
export async function botsAmong(
  tx: Tx,
  realmId: RealmId,
  recipientId: number,
  ids: readonly number[],
): Promise<readonly MentionedBot[]> {
  return await tx.query<MentionedBot>(
    sql`select u.id, u.bot_type, exists (select 1 from subscription s where s.realm_id = ${realmId} and s.user_id = u.id
            and s.recipient_id = ${recipientId} and s.is_active) as is_subscribed
        from user_profile u where u.realm_id = ${realmId} and u.id = any(${ids}::bigint[]) and u.bot_type in (1, 3)
          and u.is_active and not u.is_system_bot order by u.id`,
  )
}

// Of each bot. What comes while so many wait, it is not told of.
const MAX_WAITING = 1_000

/** Notes which bots are to be told of a message. */
export async function noteCalls(
  tx: Tx,
  realmId: RealmId,
  message: { readonly id: number; readonly sentAt: Date },
  bots: readonly CalledBot[],
): Promise<void> {
  for (const { id, trigger } of bots) {
    await tx.execute(
      sql`insert into bot_call (realm_id, bot_id, message_id, trigger, due_at)
          select ${realmId}, s.bot_id, ${message.id}, ${trigger}, ${message.sentAt} from bot_service s
          where s.realm_id = ${realmId} and s.bot_id = ${id}
            and (select count(*) from (select 1 from bot_call c where c.realm_id = ${realmId} and c.bot_id = ${id}
              limit ${MAX_WAITING}) waiting) < ${MAX_WAITING}`,
    )
  }
}

export interface DueCall {
  readonly realmId: RealmId
  readonly botId: number
  readonly messageId: number
  readonly trigger: BotTrigger
  /** With the one that begins. */
  readonly attempts: number
}

interface Claim {
  readonly now: Date
  /** When others may take the calls, if the process that takes them is lost. */
  readonly until: Date
  /** Bots that have enough under way. */
  readonly busy: readonly number[]
  readonly limit: number
}

/** Takes calls that are due, of each bot one, so that no other process makes them. */
export async function claimCalls(
  tx: Tx,
  { now, until, busy, limit }: Claim,
): Promise<readonly DueCall[]> {
  const condition = sql`due_at <= ${now} and bot_id <> all(${busy}::bigint[])`
  const due = { table: sql`bot_call`, condition, order: sql`due_at` }
  return await takeByRealm(tx, due, limit, async (realmId, left) =>
    tx.query<DueCall>(
      sql`with first as (select distinct on (bot_id) bot_id, message_id, due_at from bot_call
              where realm_id = ${realmId} and ${condition} order by bot_id, attempts, message_id),
            taken as (select c.bot_id, c.message_id from bot_call c join (select * from first order by due_at limit ${left}) f
              on f.bot_id = c.bot_id and f.message_id = c.message_id
              where c.realm_id = ${realmId} and c.due_at <= ${now} for update of c skip locked)
          update bot_call c set due_at = ${until}, attempts = c.attempts + 1 from taken t
          where c.realm_id = ${realmId} and c.bot_id = t.bot_id and c.message_id = t.message_id
          returning c.realm_id as "realmId", c.bot_id as "botId", c.message_id as "messageId", c.trigger, c.attempts`,
    ),
  )
}

type CallId = Pick<DueCall, 'realmId' | 'botId' | 'messageId'>

/** Whether it was there: another process may have dropped it. */
export async function dropCall(tx: Tx, { realmId, botId, messageId }: CallId): Promise<boolean> {
  const rows = await tx.query(
    sql`delete from bot_call where realm_id = ${realmId} and bot_id = ${botId} and message_id = ${messageId} returning 1`,
  )
  return rows.length > 0
}

/** Leaves a call for later; `attempts` are those that count. */
export async function postponeCall(
  tx: Tx,
  { realmId, botId, messageId, attempts }: CallId & Pick<DueCall, 'attempts'>,
  dueAt: Date,
): Promise<void> {
  await tx.execute(
    sql`update bot_call set due_at = ${dueAt}, attempts = ${attempts}
        where realm_id = ${realmId} and bot_id = ${botId} and message_id = ${messageId}`,
  )
}

/** Where the message stands that a bot is told of. */
export interface CallPlace {
  readonly stream_id: number | null
  readonly topic: string
  /** Of a direct message. */
  readonly user_ids: readonly number[] | null
}

export async function placeOfCall(
  tx: Tx,
  { realmId, messageId }: CallId,
): Promise<CallPlace | undefined> {
  const [row] = await tx.query<CallPlace>(
    sql`select m.stream_id, m.topic, to_json(r.user_ids) as user_ids from message m
        join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
        where m.realm_id = ${realmId} and m.id = ${messageId}`,
  )
  return row
}
