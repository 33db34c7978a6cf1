import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** One running server of PostgreSQL, and what of it a connection sees. */
interface Server {
  /** Differs between two servers, and between two starts of one. */
  readonly started: string
  /** The same for a database cluster and all copies that follow it. */
  readonly cluster: string
  readonly database: string
}

/** How far a database had come. */
export interface Primary extends Server {
  /** Whatever was committed is before this place of the write-ahead log. */
  readonly position: string
  /** Its rows lie on several servers, of which a replica copies one. */
  readonly isSpread: boolean
}

export interface Replica extends Server {
  readonly isFollowing: boolean
  /** What it lacks up to a place of the log, in bytes; 0 or less: nothing. */
  readonly missingBytes: number
}

const SERVER = sql`extract(epoch from pg_postmaster_start_time())::text as started,
  (select system_identifier::text from pg_control_system()) as cluster, current_database()::text as database`

/** Where the database is now. A commit that waits for no disk is visible before the log says so elsewhere. */
export async function primaryNow(tx: Tx): Promise<Primary> {
  const [row] = await tx.query<Server & { position: string; spread: boolean }>(
    sql`select ${SERVER}, (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
            else pg_current_wal_flush_lsn() end)::text as position,
          exists (select from pg_extension where extname = 'citus') as spread`,
  )
  if (row === undefined) throw new Error('the database does not say where it is')
  const { spread, ...rest } = row
  return { ...rest, isSpread: spread }
}

/** How much a replica lacks of the log up to a place. */
export async function replicaNow(tx: Tx, position: string): Promise<Replica> {
  const [row] = await tx.query<Server & { following: boolean; missing: string | null }>(
    sql`select ${SERVER}, pg_is_in_recovery() as following,
          pg_wal_lsn_diff(${position}::pg_lsn, coalesce(pg_last_wal_replay_lsn(), '0/0'))::text as missing`,
  )
  if (row === undefined) throw new Error('the replica does not say where it is')
  const { following, missing, ...rest } = row
  return { ...rest, isFollowing: following, missingBytes: Number(missing) }
}
