import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { ConsentObject } from '../../../wire/organization.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { takeByRealm } from '../../tenancy/store/by-realm.ts'
import { ROLE_SQL } from '../../tenancy/store/role-sql.ts'

export const EXPORT_TYPE = { public: 1, agreed: 2 } as const
export type ExportType = (typeof EXPORT_TYPE)[keyof typeof EXPORT_TYPE]

export type ExportState = 'waiting' | 'running' | 'done' | 'failed' | 'deleted'

export interface ExportRow {
  readonly id: number
  readonly acting_user_id: number
  readonly export_type: ExportType
  readonly state: ExportState
  readonly place: string
  /** UNIX seconds, as the others. */
  readonly export_time: number
  readonly failed_timestamp: number | null
  readonly deleted_timestamp: number | null
}

const COLUMNS = sql`id, acting_user_id, export_type, state, place, extract(epoch from created_at)::float8 as export_time,
  extract(epoch from failed_at)::float8 as failed_timestamp, extract(epoch from deleted_at)::float8 as deleted_timestamp`

export async function exportsOf(
  tx: Tx,
  realmId: RealmId,
  limit: number,
): Promise<readonly ExportRow[]> {
  const newest = await tx.query<ExportRow>(
    sql`select ${COLUMNS} from realm_export where realm_id = ${realmId} order by id desc limit ${limit}`,
  )
  return newest.toReversed()
}

/** Of several administrators who ask at once, one waits for the other. */
export async function lockExports(tx: Tx, realmId: RealmId): Promise<void> {
  await tx.execute(sql`select 1 from realm where id = ${realmId} for no key update`)
}

export async function exportsSince(tx: Tx, realmId: RealmId, since: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from realm_export where realm_id = ${realmId} and created_at > ${since} and state <> 'failed'`,
  )
  return row?.count ?? 0
}

export async function insertExport(
  tx: Tx,
  realmId: RealmId,
  order: {
    readonly userId: number
    readonly type: ExportType
    readonly place: string
    readonly at: Date
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    sql`insert into realm_export (realm_id, acting_user_id, export_type, place, created_at)
        values (${realmId}, ${order.userId}, ${order.type}, ${order.place}, ${order.at}) returning id`,
  )
  return row?.id ?? 0
}

/** An export, locked. */
export async function lockExport(
  tx: Tx,
  realmId: RealmId,
  id: number,
): Promise<ExportRow | undefined> {
  const [row] = await tx.query<ExportRow>(
    sql`select ${COLUMNS} from realm_export where realm_id = ${realmId} and id = ${id} for no key update`,
  )
  return row
}

export interface ExportId {
  readonly realmId: RealmId
  readonly id: number
}

export interface ClaimedExport extends ExportId {
  readonly type: ExportType
  readonly attempts: number
  readonly place: string
}

/** Takes the export that has waited longest, if no other is being made anywhere. */
export async function claimExport(
  tx: Tx,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<ClaimedExport | undefined> {
  const running = await tx.query(
    sql`select id from realm_export where state = 'running' and claimed_until > ${now} limit 1`,
  )
  if (running.length > 0) return undefined
  const condition = sql`(state = 'waiting' or (state = 'running' and claimed_until <= ${now}))`
  const due = { table: sql`realm_export`, condition, order: sql`id` }
  const [row] = await takeByRealm(tx, due, 1, async (realmId) =>
    tx.query<ClaimedExport>(
      sql`update realm_export e set state = 'running', claimed_until = ${until}, attempts = attempts + 1
          from (select id from realm_export where realm_id = ${realmId} and ${condition}
            order by id limit 1 for update skip locked) due
          where e.realm_id = ${realmId} and e.id = due.id
          returning e.realm_id as "realmId", e.id, e.export_type as type, e.attempts, e.place`,
    ),
  )
  return row
}

export async function keepClaim(tx: Tx, { realmId, id }: ExportId, until: Date): Promise<void> {
  await tx.execute(
    sql`update realm_export set claimed_until = ${until} where realm_id = ${realmId} and id = ${id} and state = 'running'`,
  )
}

/** Whether the export was still being made. */
export async function endExport(
  tx: Tx,
  { realmId, id }: ExportId,
  end: { readonly state: 'done' } | { readonly state: 'failed'; readonly at: Date },
): Promise<boolean> {
  const changed = await tx.execute(
    end.state === 'done'
      ? sql`update realm_export set state = 'done', claimed_until = null
            where realm_id = ${realmId} and id = ${id} and state = 'running'`
      : sql`update realm_export set state = 'failed', failed_at = ${end.at}, claimed_until = null
            where realm_id = ${realmId} and id = ${id} and state = 'running'`,
  )
  return changed > 0
}

export async function setExportDeleted(tx: Tx, { realmId, id }: ExportId, at: Date): Promise<void> {
  await tx.execute(
    sql`update realm_export set state = 'deleted', deleted_at = ${at} where realm_id = ${realmId} and id = ${id}`,
  )
}

/** Whether an archive of a finished export lies at this place. */
export async function isExportPlace(tx: Tx, place: string): Promise<boolean> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from realm_export where place = ${place} and state = 'done'`,
  )
  return rows.length > 0
}

/** Which people agreed to have their private data exported. */
export async function consents(tx: Tx, realmId: RealmId): Promise<readonly ConsentObject[]> {
  return await tx.query<ConsentObject>(
    sql`select id as user_id, coalesce((settings ->> 'allow_private_data_export')::boolean, false) as consented from user_profile
        where realm_id = ${realmId} and is_active and bot_type is null order by id`,
  )
}

export async function hasAgreedOwner(tx: Tx, realmId: RealmId): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from user_profile where realm_id = ${realmId} and role = ${ROLE_SQL.owner} and is_active and bot_type is null
          and (settings ->> 'allow_private_data_export')::boolean) as found`,
  )
  return row?.found === true
}
