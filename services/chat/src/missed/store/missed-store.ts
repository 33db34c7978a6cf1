import type { Tx } from '@oficina/kit/database.ts'
import { plannedAnew, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { canReadMessage } from '../../access/store/message-access.ts'
import { FLAG } from '../../messages/flag-bits.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Viewer } from '../../tenancy/viewer.ts'

/** The organizations with messages that nobody has looked at yet, the settled ones. */
export async function realmsToScan(tx: Tx, settledBefore: Date): Promise<readonly RealmId[]> {
  await tx.execute(
    sql`insert into missed_progress (realm_id, message_id) select r.id, 0 from realm r
        left join missed_progress p on p.realm_id = r.id where p.realm_id is null on conflict do nothing`,
  )
  const rows = await tx.query<{ realm_id: RealmId }>(
    sql`select p.realm_id from missed_progress p where exists (select 1 from message m
          where m.realm_id = p.realm_id and m.id > p.message_id and m.sent_at < ${settledBefore}) order by p.realm_id`,
  )
  return rows.map(({ realm_id: id }) => id)
}

export interface Scan {
  /** Newer messages may still be of transactions that began before them. */
  readonly settledBefore: Date
  /** Older messages, such as imported ones, are nobody's news. */
  readonly newsSince: Date
  readonly limit: number
}

/**
 * Notes who is to be told of the next messages of an organization: by direct messages, by mentions, and of channels and
 * followed topics whose messages they want by mail. Muted senders tell nobody; of muted channels and topics only who is
 * mentioned hears. Returns how many messages were looked at; another process that does the same leaves none.
 */
export async function noteMissed(tx: Tx, realmId: RealmId, scan: Scan): Promise<number> {
  const [progress] = await tx.query<{ message_id: number }>(
    sql`select message_id from missed_progress where realm_id = ${realmId} for update skip locked`,
  )
  if (progress === undefined) return 0
  const [range] = await tx.query<{ last: number | null; count: number }>(
    sql`select max(id) as last, count(*) as count from (select id from message
          where realm_id = ${realmId} and id > ${progress.message_id} and sent_at < ${scan.settledBefore}
          order by id limit ${scan.limit}) next`,
  )
  const last = range?.last
  if (range === undefined || last === null || last === undefined) return 0
  await insertMissed(tx, realmId, { after: progress.message_id, last, since: scan.newsSince })
  await tx.execute(sql`update missed_progress set message_id = ${last} where realm_id = ${realmId}`)
  return range.count
}

const NAMED = trusted(String(FLAG.mentioned | FLAG.group_mentioned))
const WILDCARDS = trusted(String(FLAG.stream_wildcard_mentioned | FLAG.topic_wildcard_mentioned))
const MUTED = 1
const FOLLOWED = 3
const DEFAULT_BATCHING_SECONDS = 120

/** A setting of the person `u`, or its default. */
function setting(name: string, standard: 'on' | 'off'): Sql {
  return sql`coalesce((u.settings ->> ${name})::boolean, ${standard === 'on'})`
}

/** Messages of `news` with the people who may be told of them. */
function candidates(realmId: RealmId): Sql {
  return sql`select m.id, s.user_id from news m
        join subscription s on s.realm_id = ${realmId} and s.recipient_id = m.recipient_id and s.is_active and s.is_user_active
        where m.stream_id is null or m.is_stream_wildcard
        union select m.id, um.user_id from news m
        join user_message um on um.realm_id = ${realmId} and um.message_id = m.id
        where um.flags & (${NAMED} | ${WILDCARDS}) <> 0
        union select m.id, s.user_id
        from (select distinct recipient_id from news where stream_id is not null) place
        join subscription s on s.realm_id = ${realmId} and s.recipient_id = place.recipient_id and s.is_active and s.is_user_active
        join user_profile u on u.realm_id = ${realmId} and u.id = s.user_id
        join news m on m.recipient_id = place.recipient_id
        where coalesce(s.email_notifications, ${setting('enable_stream_email_notifications', 'off')})
        union select m.id, t.user_id from news m
        join user_topic t on t.realm_id = ${realmId} and t.stream_id = m.stream_id and lower(t.topic) = lower(m.topic)
        where t.visibility_policy = ${FOLLOWED}`
}

async function insertMissed(
  tx: Tx,
  realmId: RealmId,
  { after, last, since }: { readonly after: number; readonly last: number; readonly since: Date },
): Promise<void> {
  await tx.execute(
    plannedAnew(sql`with news as (
          select id, recipient_id, stream_id, topic, sender_id, sent_at, is_stream_wildcard from message
          where realm_id = ${realmId} and id > ${after} and id <= ${last} and sent_at > ${since}
            -- A greeting is no news.
            and sender_id not in (select id from user_profile where realm_id = ${realmId} and is_system_bot
              and delivery_email like 'welcome-bot@%')),
        -- Most people of a large channel are told of nothing in it: only who may be is looked at closer.
        candidates as (${candidates(realmId)}),
        -- Whoever received a message and has not read it, with how the channel and the topic are marked.
        readers as (
          select m.id, m.sender_id, m.sent_at, m.stream_id, s.user_id, s.email_notifications, s.wildcard_mentions_notify,
            coalesce(um.flags, 0) as flags, m.is_stream_wildcard, coalesce(t.visibility_policy, 0) as policy,
            coalesce(t.visibility_policy = ${MUTED}, false)
              or (s.is_muted and coalesce(t.visibility_policy, 0) <= ${MUTED}) as is_muted
          from candidates c
          join news m on m.id = c.id
          join subscription s on s.realm_id = ${realmId} and s.user_id = c.user_id and s.recipient_id = m.recipient_id
            and s.is_active and s.is_user_active and m.id <@ s.history and not m.id <@ s.read
          -- Each by its key: as plain joins both are looked up by the user alone, since few readers are expected. With the
          -- empty text a topic is not looked up by its name, which thousands may follow, but by reader and channel.
          left join lateral (select um.flags from user_message um where um.realm_id = ${realmId}
            and um.user_id = s.user_id and um.message_id = m.id limit 1) um on true
          left join lateral (select t.visibility_policy from user_topic t where t.realm_id = ${realmId}
            and t.user_id = s.user_id and t.stream_id = m.stream_id and lower(t.topic) || '' = lower(m.topic) limit 1) t on true
          where s.user_id <> m.sender_id)
        insert into missed_message (realm_id, user_id, message_id, due_at)
        select ${realmId}, r.user_id, r.id, r.sent_at + make_interval(secs =>
          coalesce((u.settings ->> 'email_notifications_batching_period_seconds')::int, ${DEFAULT_BATCHING_SECONDS}))
        from readers r join user_profile u on u.realm_id = ${realmId} and u.id = r.user_id
        where u.is_active and u.bot_type is null
          and not exists (select 1 from muted_user mu where mu.realm_id = ${realmId} and mu.user_id = r.user_id
            and mu.muted_id = r.sender_id)
          and (
            ${setting('enable_offline_email_notifications', 'on')} and (
              r.stream_id is null or r.flags & ${NAMED} <> 0
              or ((r.is_stream_wildcard or r.flags & ${WILDCARDS} <> 0) and not r.is_muted
                and coalesce(r.wildcard_mentions_notify, ${setting('wildcard_mentions_notify', 'on')})))
            or (r.stream_id is not null and not r.is_muted
              and coalesce(r.email_notifications, ${setting('enable_stream_email_notifications', 'off')}))
            or (r.policy = ${FOLLOWED} and ${setting('enable_followed_topic_email_notifications', 'on')}))
        on conflict do nothing`),
  )
}

/** Somebody to be told now. */
export interface DuePerson {
  readonly realm_id: RealmId
  readonly user_id: number
}

export async function peopleToTell(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<readonly DuePerson[]> {
  return await tx.query<DuePerson>(
    sql`select realm_id, user_id from missed_message where due_at <= ${now}
        group by realm_id, user_id order by min(due_at), realm_id, user_id limit ${limit}`,
  )
}

/** Takes what a person is to be told of, all of it: what is taken is not told again. Returns the ids of the messages. */
export async function takeMissed(
  tx: Tx,
  { realm_id: realmId, user_id: userId }: DuePerson,
): Promise<readonly number[]> {
  const rows = await tx.query<{ message_id: number }>(
    sql`delete from missed_message where (realm_id, user_id, message_id) in (
          select realm_id, user_id, message_id from missed_message
          where realm_id = ${realmId} and user_id = ${userId} for update skip locked)
        returning message_id`,
  )
  return rows.map(({ message_id: id }) => id)
}

export interface MissedMessage {
  readonly id: number
  readonly sender: string
  readonly content: string
  /** Null: a direct message. */
  readonly channel: string | null
  readonly topic: string
  /** Those in a direct conversation besides the reader. */
  readonly others: readonly string[]
}

/** Those of the messages that the person may read, has not read, and was not there for, oldest first. */
export async function stillMissed(
  tx: Tx,
  viewer: Viewer,
  { ids, idleSeconds }: { readonly ids: readonly number[]; readonly idleSeconds: number },
): Promise<readonly MissedMessage[]> {
  return await tx.query<MissedMessage>(
    sql`select m.id, sender.full_name as sender, m.content, st.name as channel, m.topic,
          coalesce((select json_agg(p.full_name order by p.id) from user_profile p where p.realm_id = ${viewer.realmId}
            and p.id = any(r.user_ids) and p.id <> ${viewer.userId}), '[]') as others
        from message m
        join recipient r on r.realm_id = m.realm_id and r.id = m.recipient_id
        join user_profile sender on sender.realm_id = m.realm_id and sender.id = m.sender_id
        join subscription s on s.realm_id = m.realm_id and s.recipient_id = m.recipient_id
          and s.user_id = ${viewer.userId} and not m.id <@ s.read
        left join stream st on st.realm_id = m.realm_id and st.id = m.stream_id
        left join presence seen on seen.realm_id = m.realm_id and seen.user_id = ${viewer.userId}
        where m.realm_id = ${viewer.realmId} and m.id = any(${ids}::bigint[]) and ${canReadMessage(viewer)}
          and not exists (select 1 from muted_user mu where mu.realm_id = ${viewer.realmId}
            and mu.user_id = ${viewer.userId} and mu.muted_id = m.sender_id)
          and coalesce(seen.active_at < m.sent_at - make_interval(secs => ${idleSeconds}), true)
        order by m.id`,
  )
}
