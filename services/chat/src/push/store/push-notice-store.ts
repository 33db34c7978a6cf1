import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { takeByRealm } from '../../tenancy/store/by-realm.ts'

/** A new message, as far as it decides who hears of it. */
export interface PushedMessage {
  readonly realmId: RealmId
  readonly id: number
  readonly recipientId: number
  /** Null: a direct message. */
  readonly streamId: number | null
  readonly topic: string
  readonly senderId: number
  /** By name or group. */
  readonly mentioned: readonly number[]
  readonly isWildcard: boolean
  readonly sentAt: Date
}

// Somebody who was active since then sees the message where they are.
const IDLE_SECONDS = 200

// Not null: a comparison with it would leave the table out of the plan, and on a cluster the rest could not be asked then.
const NO_CHANNEL = 0

const setting = (name: string, standard: 'true' | 'false') =>
  sql`coalesce((u.settings ->> ${name})::boolean, ${standard}::boolean)`

/**
 * Notes whose devices are to be told of a message: those that it is for or that it mentions, and those who follow its
 * topic or want to hear of its channel. @source docs/decisions/0312-chat-push.md, "Messages"
 */
export async function notePushes(tx: Tx, message: PushedMessage): Promise<void> {
  const { realmId, id, recipientId, streamId, topic, senderId, mentioned, sentAt } = message
  const isMuted = sql`case ut.visibility_policy when 1 then true when 2 then false when 3 then false else s.is_muted end`
  const wants = sql`case
    when ${streamId}::bigint is null then case when ${setting('enable_offline_push_notifications', 'true')} then 'direct_message' end
    when s.user_id = any(${mentioned}::bigint[]) and ${setting('enable_offline_push_notifications', 'true')} then 'mentioned'
    when ${message.isWildcard}::boolean and not ${isMuted} and ${setting('enable_offline_push_notifications', 'true')}
      and coalesce(s.wildcard_mentions_notify, ${setting('wildcard_mentions_notify', 'true')}) then 'stream_wildcard_mentioned'
    when ut.visibility_policy = 3 and ${setting('enable_followed_topic_push_notifications', 'true')} then 'followed_topic_push_notify'
    when not ${isMuted} and coalesce(s.push_notifications, ${setting('enable_stream_push_notifications', 'false')})
      then 'stream_push_notify' end`
  await tx.execute(
    sql`insert into push_notice (realm_id, user_id, message_id, reason, due_at, created_at)
        select ${realmId}, x.user_id, ${id}, x.reason, ${sentAt}, ${sentAt} from (
          select s.user_id, ${wants} as reason
          from (select user_id from push_token where realm_id = ${realmId}
            union select user_id from push_device where realm_id = ${realmId} and bouncer_device_id is not null) d
          join subscription s on s.realm_id = ${realmId} and s.user_id = d.user_id and s.recipient_id = ${recipientId}
            and s.is_active and s.is_user_active
          join user_profile u on u.realm_id = ${realmId} and u.id = s.user_id and u.is_active and u.bot_type is null
          left join user_topic ut on ut.realm_id = ${realmId} and ut.user_id = s.user_id and ut.stream_id = ${streamId ?? NO_CHANNEL}
            and lower(ut.topic) = lower(${topic})
          left join presence p on p.realm_id = ${realmId} and p.user_id = s.user_id
          where s.user_id <> ${senderId}
            and (${setting('enable_online_push_notifications', 'true')} or p.active_at is null
              or p.active_at < ${sentAt}::timestamptz - make_interval(secs => ${IDLE_SECONDS}))
            and not exists (select 1 from muted_user mu where mu.realm_id = ${realmId} and mu.user_id = s.user_id and mu.muted_id = ${senderId})
        ) x where x.reason is not null on conflict do nothing`,
  )
}

/** What a user has read, their devices forget; of what they were not told yet, they never hear. */
export async function takeBackPushes(
  tx: Tx,
  { realmId, userId }: { readonly realmId: RealmId; readonly userId: number },
  messageIds: readonly number[],
): Promise<void> {
  if (messageIds.length === 0) return
  await tx.execute(
    sql`with gone as (delete from push_notice where realm_id = ${realmId} and user_id = ${userId}
            and message_id = any(${messageIds}::bigint[]) and state = 'waiting')
        update push_notice set state = 'removing', attempts = 0, due_at = '-infinity' where realm_id = ${realmId} and user_id = ${userId}
          and message_id = any(${messageIds}::bigint[]) and state = 'sent'`,
  )
}

/** The same for everybody, when messages are deleted. */
export async function takeBackAllPushes(
  tx: Tx,
  realmId: RealmId,
  messageIds: readonly number[],
): Promise<void> {
  await tx.execute(
    sql`with gone as (delete from push_notice where realm_id = ${realmId} and message_id = any(${messageIds}::bigint[])
            and state = 'waiting')
        update push_notice set state = 'removing', attempts = 0, due_at = '-infinity'
        where realm_id = ${realmId} and message_id = any(${messageIds}::bigint[]) and state = 'sent'`,
  )
}

export interface DuePush {
  readonly realmId: RealmId
  readonly userId: number
  readonly messageId: number
  readonly reason: string
  readonly state: 'waiting' | 'removing'
  readonly attempts: number
}

/** Takes what is due, so that no other process sends it. */
export async function claimPushes(
  tx: Tx,
  { now, until }: { readonly now: Date; readonly until: Date },
  limit: number,
): Promise<readonly DuePush[]> {
  const condition = sql`state <> 'sent' and due_at <= ${now}`
  const waiting = { table: sql`push_notice`, condition, order: sql`due_at` }
  return await takeByRealm(tx, waiting, limit, async (realmId, left) =>
    tx.query<DuePush>(
      sql`update push_notice n set due_at = ${until}, attempts = n.attempts + 1
          from (select user_id, message_id from push_notice where realm_id = ${realmId} and ${condition}
            order by due_at limit ${left} for update skip locked) due
          where n.realm_id = ${realmId} and n.user_id = due.user_id and n.message_id = due.message_id
          returning n.realm_id as "realmId", n.user_id as "userId", n.message_id as "messageId", n.reason, n.state, n.attempts`,
    ),
  )
}

type PushId = Pick<DuePush, 'realmId' | 'userId' | 'messageId'>

/** Gives back what was claimed and not told: the attempt does not count. */
export async function releasePush(
  tx: Tx,
  { realmId, userId, messageId, attempts }: PushId & Pick<DuePush, 'attempts'>,
  dueAt: Date,
): Promise<void> {
  await tx.execute(
    sql`update push_notice set due_at = ${dueAt}, attempts = ${attempts - 1}
        where realm_id = ${realmId} and user_id = ${userId} and message_id = ${messageId}`,
  )
}

/** Told: remembered until it is read. Unless it was read meanwhile. */
export async function setPushSent(tx: Tx, { realmId, userId, messageId }: PushId): Promise<void> {
  await tx.execute(
    sql`update push_notice set state = 'sent', attempts = 0
        where realm_id = ${realmId} and user_id = ${userId} and message_id = ${messageId} and state = 'waiting'`,
  )
}

export async function dropPush(tx: Tx, { realmId, userId, messageId }: PushId): Promise<void> {
  await tx.execute(
    sql`delete from push_notice where realm_id = ${realmId} and user_id = ${userId} and message_id = ${messageId}`,
  )
}

/** Forgets what was told long ago: nobody's device still shows it. */
export async function purgePushes(tx: Tx, before: Date): Promise<void> {
  await tx.execute(sql`delete from push_notice where created_at < ${before}`)
}

/** A message as a device shows it. */
export interface PushText {
  readonly id: number
  readonly content: string
  readonly rendered_content: string
  readonly topic: string
  readonly stream_id: number | null
  readonly stream_name: string | null
  readonly user_ids: readonly number[] | null
  readonly seconds: number
  readonly sender_id: number
  readonly sender_full_name: string
  readonly sender_email: string
  readonly host: string
  readonly url: string | null
  readonly realm_name: string
  /** The organization wants texts encrypted all the way to the device. */
  readonly is_sealed_only: boolean
}

export async function pushText(
  tx: Tx,
  { realmId, messageId }: PushId,
): Promise<PushText | undefined> {
  const [row] = await tx.query<PushText>(
    sql`select m.id, m.content, m.rendered_content, m.topic, m.stream_id, st.name as stream_name, to_json(r.user_ids) as user_ids,
          floor(extract(epoch from m.sent_at))::bigint as seconds, u.id as sender_id, u.full_name as sender_full_name,
          u.delivery_email as sender_email, re.host, re.url, re.name as realm_name,
          coalesce((re.settings->>'require_e2ee_push_notifications')::boolean, false) as is_sealed_only
        from message m join user_profile u on u.realm_id = m.realm_id and u.id = m.sender_id
        join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id join realm re on re.id = m.realm_id
        left join stream st on st.realm_id = m.realm_id and st.id = m.stream_id
        where m.realm_id = ${realmId} and m.id = ${messageId}`,
  )
  return row
}

export interface RealmName {
  readonly host: string
  readonly url: string | null
  readonly realm_name: string
}

export async function realmNameOf(tx: Tx, realmId: RealmId): Promise<RealmName | undefined> {
  const [row] = await tx.query<RealmName>(
    sql`select host, url, name as realm_name from realm where id = ${realmId}`,
  )
  return row
}

export async function tokensOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly { readonly kind: 'apns' | 'fcm'; readonly token: string }[]> {
  return await tx.query(
    sql`select kind, token from push_token where realm_id = ${realmId} and user_id = ${userId} order by id`,
  )
}
