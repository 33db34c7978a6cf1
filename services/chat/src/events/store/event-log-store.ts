import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import type { SeenEntries, UnreadLog } from '../unread-log.ts'
import { PROCESSES } from './process-notifications.ts'

interface NewEntry {
  readonly realmId: RealmId
  readonly origin: number
  readonly notices: string
}

/** Writes one transaction's notices; returns their position in the log. */
export async function writeEntry(tx: Tx, entry: NewEntry): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    sql`insert into event_log (realm_id, origin, notices)
          values (${entry.realmId}, ${entry.origin}, ${entry.notices}) returning id`,
  )
  return row?.id ?? 0
}

/** The next position in the log, for an entry of this transaction alone. */
export async function nextPlace(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`select nextval('event_log_id_seq') as id`)
  if (row === undefined) throw new Error('the log has no next position')
  return row.id
}

export async function writeEntryAt(tx: Tx, id: number, entry: NewEntry): Promise<void> {
  await tx.execute(
    sql`insert into event_log (id, realm_id, origin, notices) overriding system value
          values (${id}, ${entry.realmId}, ${entry.origin}, ${entry.notices})`,
  )
}

export interface LogRow {
  readonly id: number
  readonly realmId: RealmId
  /** Null for an entry of the reading process itself. */
  readonly notices: string | null
}

export const READ_BATCH = 2_000

/** Entries from `position` on, and those of `gaps` that have appeared, in order. */
export async function entriesAfter(
  tx: Tx,
  position: number,
  gaps: readonly number[],
  origin: number,
): Promise<readonly LogRow[]> {
  const rows = await tx.query<{
    id: number
    realm_id: RealmId
    notices: string | null
  }>(
    gaps.length === 0
      ? entriesBehind(position, origin)
      : entriesBehindAndIn(position, gaps, origin),
  )
  return rows.map((row) => ({
    id: row.id,
    realmId: row.realm_id,
    notices: row.notices,
  }))
}

// Each condition is a select of its own: for `id > … or id = any(…)` PostgreSQL reads the whole log as soon as it keeps a
// plan for any values, which it does while the log is small.

export function entriesBehind(position: number, origin: number): Sql {
  return sql`select id, realm_id, case when origin <> ${origin} then notices end as notices
        from event_log where id > ${position} order by id limit ${READ_BATCH}`
}

/** One statement, so that who sees an entry also sees those in the gaps that were there before it. */
export function entriesBehindAndIn(position: number, gaps: readonly number[], origin: number): Sql {
  return sql`select id, realm_id, case when origin <> ${origin} then notices end as notices from (
          (select id, realm_id, origin, notices from event_log where id = any(${gaps}::bigint[]))
          union all
          (select id, realm_id, origin, notices from event_log where id > ${position} order by id limit ${READ_BATCH})
        ) found order by id limit ${READ_BATCH}`
}

export async function logPosition(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    sql`select coalesce(max(id), 0) as id from event_log`,
  )
  return row?.id ?? 0
}

/** The highest number ever given to an entry, even if that was deleted long ago. */
export async function logEnd(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ last: number }>(
    sql`select last_value as last from event_log_id_seq`,
  )
  return row?.last ?? 0
}

const PURGE_BATCH = 1_000
const MAX_PURGES = 10_000

/** Deletes entries that every process has read long ago, from the lowest number on, until one is younger. */
export async function purgeLog(tx: Tx): Promise<void> {
  for (let round = 0; round < MAX_PURGES; round += 1) {
    const gone = await tx.execute(
      sql`delete from event_log where id in (select id from event_log order by id limit ${PURGE_BATCH})
            and created_at < now() - interval '15 minutes'`,
    )
    if (gone === 0) return
  }
}

export async function parkQueues(
  tx: Tx,
  parked: { readonly process: number; readonly unread: UnreadLog; readonly queues: string },
): Promise<void> {
  await tx.execute(
    sql`insert into parked_queues (process, log_position, log_gaps, queues, log_end)
        select ${parked.process}::bigint, ${parked.unread.after}::bigint, ${parked.unread.gaps}::bigint[], ${parked.queues}::text,
          last_value from event_log_id_seq
        on conflict (process) do update
          set log_position = excluded.log_position, log_gaps = excluded.log_gaps, queues = excluded.queues, parked_at = now(),
            log_end = excluded.log_end,
            adopter = null, claimed_at = null`,
  )
}

// Clients of queues parked longer ago have given up on them.
const IS_FRESH = sql`parked_at > now() - interval '10 minutes'`

/** To be called when the process shows by its connection that it has them again. */
export async function forgetParked(tx: Tx, process: number): Promise<void> {
  await tx.execute(
    sql`delete from parked_queues where process = ${process}
          and (adopter = ${process} or parked_at < now() - interval '10 minutes')`,
  )
}

/**
 * Which entries of a realm that its process has not read are part of what this transaction reads; undefined if they are
 * more than `limit`.
 */
export async function seenEntries(
  tx: Tx,
  realmId: RealmId,
  { after, gaps }: UnreadLog,
  limit: number,
): Promise<SeenEntries | undefined> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from event_log where realm_id = ${realmId} and id > ${after}
        union all
        select id from event_log where realm_id = ${realmId} and id = any(${gaps}::bigint[])
        limit ${limit + 1}`,
  )
  return rows.length > limit ? undefined : new Set(rows.map(({ id }) => id))
}

const MAX_PROCESS = 2_147_483_647

/**
 * Whether a process with this number still has its queues: it is connected, or has parked them. For one that dies
 * neither is true from that moment on.
 */
export async function keepsQueues(tx: Tx, process: number): Promise<boolean> {
  // What a client calls a queue may begin with any number, or with none.
  if (process < 0 || process > MAX_PROCESS) return false
  const rows = await tx.query<{ is_there: boolean }>(
    sql`select true as is_there from pg_locks where locktype = 'advisory' and classid = ${PROCESSES}::bigint::oid
          and objid = ${process}::bigint::oid and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())
        union all
        select true from parked_queues where process = ${process} and ${IS_FRESH}`,
  )
  return rows.length > 0
}
