import { createHash } from 'node:crypto'

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../realm-id.ts'

interface Attempt {
  readonly used: number
  readonly startedAt: Date
}

// A name may be as long as a form; only a short hash is stored, so the table is no list of names.
function hashOf(name: string): Buffer {
  return createHash('sha256').update(name).digest()
}

/** Counts an attempt to sign in before it is known whether it is right; a window that is over starts again. */
export async function countAttempt(
  tx: Tx,
  realmId: RealmId,
  name: string,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<Attempt> {
  const [row] = await tx.query<Attempt>(
    sql`insert into sign_in_attempt as a (realm_id, name_hash, started_at, used)
        values (${realmId}, ${hashOf(name)}, ${now}, 1)
        on conflict (realm_id, name_hash) do update set
          started_at = case when a.started_at > ${since} then a.started_at else excluded.started_at end,
          used = case when a.started_at > ${since} then a.used + 1 else 1 end
        returning used, started_at as "startedAt"`,
  )
  if (row === undefined) throw new Error('the count was written')
  return row
}

export async function forgetAttempts(tx: Tx, realmId: RealmId, name: string): Promise<void> {
  await tx.execute(
    sql`delete from sign_in_attempt where realm_id = ${realmId} and name_hash = ${hashOf(name)}`,
  )
}

/** Calls of one key in one interval. */
export interface CallCount {
  readonly name: string
  readonly startMs: number
  readonly used: number
}

/** Adds what this process has counted; returns what all have counted together. */
export async function addCalls(
  tx: Tx,
  counts: readonly CallCount[],
): Promise<readonly CallCount[]> {
  const rows = await tx.query<{ name: string; started_at: Date; used: number }>(
    // Always in the same order, so that processes do not deadlock.
    sql`insert into call_count as c (name, started_at, used)
        select n.name, n.started_at, n.used from unnest(${counts.map(({ name }) => name)}::text[],
          ${counts.map(({ startMs }) => new Date(startMs))}::timestamptz[], ${counts.map(({ used }) => used)}::int[])
          as n (name, started_at, used) order by n.name
        on conflict (name, started_at) do update set used = c.used + excluded.used
        returning name, started_at, used`,
  )
  return rows.map(({ name, started_at: startedAt, used }) => {
    return { name, startMs: startedAt.getTime(), used }
  })
}

/** Deletes counts of past intervals. */
export async function purgeCounts(
  tx: Tx,
  before: { readonly attempts: Date; readonly calls: Date },
): Promise<void> {
  await tx.execute(sql`delete from sign_in_attempt where started_at < ${before.attempts}`)
  await tx.execute(sql`delete from call_count where started_at < ${before.calls}`)
}
