import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { ROLE_SQL } from '../../tenancy/store/role-sql.ts'

/** The steps of an import, in their order. */
export const IMPORT_STEPS = ['files', 'pictures', 'messages', 'marks', 'done'] as const
export type ImportStep = (typeof IMPORT_STEPS)[number]

/** What the ids of the archive became. */
export interface ImportIds {
  readonly users: Readonly<Record<string, number>>
  readonly groups: Readonly<Record<string, number>>
  readonly channels: Readonly<Record<string, number>>
  readonly emoji: Readonly<Record<string, number>>
  readonly attachments: Readonly<Record<string, number>>
  /** The recipients of the archive's conversations, by their numbers. */
  readonly recipients: readonly number[]
}

export interface ImportState {
  readonly realmId: RealmId
  readonly archive: string
  readonly firstMessageId: number
  readonly step: ImportStep
  readonly partsDone: number
  readonly ids: ImportIds
  /** What was left behind while that was written, with how often. */
  readonly notCarried: Readonly<Record<string, number>>
}

/** The organization at a host, and the import that made it, if one did. */
export async function importAt(
  tx: Tx,
  host: string,
): Promise<{ readonly begun: ImportState | undefined } | undefined> {
  const [row] = await tx.query<{ begun: boolean } & ImportState>(
    sql`select i.realm_id is not null as begun, r.id as "realmId", encode(i.archive_sha256, 'hex') as archive,
          i.first_message_id as "firstMessageId", i.step, i.parts_done as "partsDone", i.ids,
          i.not_carried as "notCarried"
        from realm r left join realm_import i on i.realm_id = r.id where r.host = ${host}`,
  )
  if (row === undefined) return undefined
  const { begun, ...state } = row
  return { begun: begun ? state : undefined }
}

export async function insertImport(
  tx: Tx,
  { realmId, archive, firstMessageId, step, ids, notCarried }: ImportState,
  startedAt: Date,
): Promise<void> {
  await tx.execute(
    sql`insert into realm_import (realm_id, archive_sha256, first_message_id, step, ids, not_carried, started_at)
        values (${realmId}, decode(${archive}, 'hex'), ${firstMessageId}, ${step}, ${JSON.stringify(ids)}::jsonb,
          ${JSON.stringify(notCarried)}::jsonb, ${startedAt})`,
  )
}

/** Messages that come with an organization are no news: who missed them heard of them from its old server. */
export async function passOverNews(tx: Tx, realmId: RealmId, end: number): Promise<void> {
  await tx.execute(
    sql`insert into missed_progress (realm_id, message_id) values (${realmId}, ${end - 1})`,
  )
}

/** Notes how far an import is, in the transaction that writes what it says. */
export async function setImportStep(
  tx: Tx,
  realmId: RealmId,
  { step, partsDone, notCarried }: Pick<ImportState, 'step' | 'partsDone' | 'notCarried'>,
): Promise<void> {
  await tx.execute(
    sql`update realm_import set step = ${step}, parts_done = ${partsDone},
          not_carried = ${JSON.stringify(notCarried)}::jsonb where realm_id = ${realmId}`,
  )
}

/** Opens the organization to its people. */
export async function finishImport(
  tx: Tx,
  realmId: RealmId,
  notCarried: Readonly<Record<string, number>>,
  finishedAt: Date,
): Promise<void> {
  await tx.execute(
    sql`update stream st set first_message_id = (select min(m.id) from message m where m.realm_id = ${realmId}
          and m.recipient_id = st.recipient_id) where st.realm_id = ${realmId}`,
  )
  await tx.execute(sql`update realm set is_deactivated = false where id = ${realmId}`)
  await tx.execute(
    sql`update realm_import set state = 'done', step = 'done', not_carried = ${JSON.stringify(notCarried)}::jsonb,
          finished_at = ${finishedAt} where realm_id = ${realmId}`,
  )
}

/**
 * Sets aside ids for messages, in one range; returns its first. Whoever sends meanwhile waits until the transaction
 * ends, so that none of them gets an id of the range.
 */
export async function reserveMessageIds(tx: Tx, count: number): Promise<number> {
  await tx.execute(sql`lock table message in share row exclusive mode`)
  const [row] = await tx.query<{ first: number }>(
    sql`select nextval(pg_get_serial_sequence('message', 'id')) as first`,
  )
  const first = row?.first ?? 1
  await tx.execute(
    sql`select setval(pg_get_serial_sequence('message', 'id'), ${first + Math.max(0, count - 1)})`,
  )
  return first
}

export async function firstOwnerOf(
  tx: Tx,
  realmId: RealmId,
): Promise<{ readonly id: number; readonly email: string } | undefined> {
  const [row] = await tx.query<{ id: number; email: string }>(
    sql`select id, delivery_email as email from user_profile
        where realm_id = ${realmId} and role = ${ROLE_SQL.owner} and is_active and bot_type is null order by id limit 1`,
  )
  return row
}
