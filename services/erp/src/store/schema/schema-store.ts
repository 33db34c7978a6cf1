import { createHash } from 'node:crypto'

import type pg from 'pg'
import type { Database } from '@oficina/kit/database.ts'
import { withMigrationLock, type Migration } from '@oficina/postgres/migrate.ts'

import type { Registry } from '../../dictionary/types.ts'
import { APP_ROLE, PREAMBLE } from '../../schema/ddl.ts'
import { schemaDifference } from '../../schema/difference.ts'
import {
  distributePlatform,
  enterCompanyFunction,
  type Placement,
} from '../../schema/distribution.ts'
import { READ_SCHEMA_SQL, readViewMark } from '../../schema/read-view.ts'
import type { SchemaStep } from '../../schema/step.ts'
import { tableShape, type TableShape } from '../../schema/table-shape.ts'
import { applySteps, inTransaction, rememberShapes, run, type ApplyOptions } from './apply-steps.ts'
import { judgeSteps } from './judge-steps.ts'
import { readPresentTables } from './present-tables-store.ts'
import { createReadViews } from './read-view-store.ts'
import { SCHEMA_ADDITIONS } from './schema-additions.ts'
import { schemaRefusal, unknownMigrations } from './schema-refusal.ts'
import { ensureTrigrams, hasTrigrams } from './trigrams.ts'

export interface SchemaOptions extends ApplyOptions {
  readonly platform: readonly Migration[]
  /** What an operator has ordered of what could lose data; nothing unless a person was shown it. */
  readonly mayLose?: (steps: readonly SchemaStep[]) => Promise<boolean>
  /** Called where the database may not have what the indexes of search fields are made of. */
  readonly onNoTrigrams?: () => void
}

/** The steps that the dictionary requires and the database lacks, judged by its rows; changes nothing. */
export async function planSchema(
  database: Database,
  registry: Registry,
  placement: Placement,
): Promise<readonly SchemaStep[]> {
  return await withMigrationLock(database, async (client) => {
    if (!(await hasPlatform(client))) {
      return schemaDifference(new Map(), wantedShapes(registry), placement)
    }
    const wanted = searchedAsFar(wantedShapes(registry), await hasTrigrams(client))
    return await missingSteps(client, wanted, placement)
  })
}

/**
 * Brings the tables of the models in line with the dictionary. Instant when nothing changed.
 * @throws StartRefusal when a step could lose data, or this version is older than the database; then nothing is applied
 */
export async function applySchema(
  database: Database,
  registry: Registry,
  options: SchemaOptions,
): Promise<number> {
  const { placement } = options
  return await withMigrationLock(database, async (client) => {
    await preparePlatform(client, options)
    const isIndexed = await ensureTrigrams(client)
    if (!isIndexed) options.onNoTrigrams?.()
    const wanted = searchedAsFar(wantedShapes(registry), isIndexed)
    const fingerprint = fingerprintOf(wanted, placement)
    if ((await presentFingerprint(client)) === fingerprint) return 0
    const steps = await missingSteps(client, wanted, placement)
    const wasHere = await wasApplied(client, fingerprint)
    const isDoubtful = wasHere || steps.some(({ kind }) => kind === 'lossy')
    if (isDoubtful && (await options.mayLose?.(steps)) !== true) {
      throw schemaRefusal(steps, { wasHere })
    }
    await applySteps(client, steps.map(ordered), options)
    const tenants = [...wanted.values()].filter(({ scope }) => scope === 'tenant')
    await createReadViews(
      client,
      placement,
      tenants.map(({ table }) => table),
    )
    await client.query(enterCompanyFunction(placement))
    await run(client, placement, SCHEMA_ADDITIONS)
    await remember(client, wanted, fingerprint)
    return steps.length
  })
}

async function missingSteps(
  client: pg.Client,
  wanted: ReadonlyMap<string, TableShape>,
  placement: Placement,
): Promise<readonly SchemaStep[]> {
  const present = await readPresentTables(client, wanted)
  return await judgeSteps(client, schemaDifference(present, wanted, placement))
}

/** A step that a person has ordered, with what it needs first. */
function ordered(step: SchemaStep): SchemaStep {
  const { gentle: _gentle, ...plain } = step
  return step.kind === 'lossy' && step.mend !== undefined
    ? { ...plain, sql: `${step.mend}\n${step.sql}` }
    : step
}

function wantedShapes(registry: Registry): ReadonlyMap<string, TableShape> {
  return new Map(
    registry.loadOrder.map((model) => [model.table, tableShape(model, registry.models)]),
  )
}

/** Without an index for the search fields where the database cannot have one: they are searched without. */
function searchedAsFar(
  shapes: ReadonlyMap<string, TableShape>,
  isIndexed: boolean,
): ReadonlyMap<string, TableShape> {
  if (isIndexed) return shapes
  return new Map([...shapes].map(([table, shape]) => [table, { ...shape, search: [] }]))
}

function fingerprintOf(shapes: ReadonlyMap<string, TableShape>, placement: Placement): string {
  const ordered = [...shapes.values()].toSorted((a, b) => (a.table < b.table ? -1 : 1))
  return createHash('sha256')
    .update(SCHEMA_ADDITIONS)
    .update(enterCompanyFunction(placement))
    .update(READ_SCHEMA_SQL + readViewMark(placement))
    .update(JSON.stringify(ordered))
    .digest('hex')
}

async function hasPlatform(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>(
    "select to_regclass('oficina.esquema')::text as name",
  )
  return typeof rows[0]?.name === 'string'
}

async function preparePlatform(
  client: pg.Client,
  { platform: migrations, placement }: Pick<SchemaOptions, 'platform' | 'placement'>,
): Promise<void> {
  // A database user called oficina would otherwise create the models' tables in the platform's schema.
  await client.query('set search_path = public')
  await ensureRole(client, placement)
  await client.query(
    `create table if not exists oficina.migracion
       (id text primary key, huella text not null, aplicada_en timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ id: string; huella: string }>(
    'select id, huella from oficina.migracion',
  )
  const applied = new Map(rows.map(({ id, huella }) => [id, huella]))
  if (placement === 'distributed' && applied.size > 0) await demandDistributed(client)
  const own = new Set(migrations.map(({ id }) => id))
  const unknown = [...applied.keys()].filter((id) => !own.has(id))
  if (unknown.length > 0) throw unknownMigrations(unknown)
  const pending = migrations.filter(({ id }) => !applied.has(id))
  if (applied.size === 0) await run(client, placement, PREAMBLE)
  for (const migration of migrations) {
    const known = applied.get(migration.id)
    if (known !== undefined && known !== hashOf(migration.sql)) {
      throw new Error(`migration ${migration.id} was edited after it was applied`)
    }
  }
  for (const migration of pending) {
    await inTransaction(client, async () => {
      await run(client, placement, migration.sql)
      await client.query('insert into oficina.migracion (id, huella) values ($1, $2)', [
        migration.id,
        hashOf(migration.sql),
      ])
    })
  }
  if (placement === 'distributed') {
    // A batch creates tables and refers to them, which Citus takes only from one connection to each node.
    await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
    await inTransaction(client, async () => {
      await client.query(distributePlatform())
    })
  }
}

/**
 * The role of requests, of which the owner is a member, and the platform's schema. Nothing is said to the database if they
 * are there: Citus would hand it on to all nodes, of which one may be away.
 */
async function ensureRole(client: pg.Client, placement: Placement): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regnamespace('oficina') is not null and exists (select from pg_roles where rolname = $1
       and (rolcanlogin or not $2) and pg_has_role(current_user, oid, 'member')) as "isThere"`,
    [APP_ROLE, placement === 'distributed'],
  )
  if (rows[0]?.isThere === true) return
  await client.query(
    `do $$ begin
       if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
         create role ${APP_ROLE} nologin nobypassrls;
       end if;
     exception when duplicate_object or unique_violation then null;
     end $$`,
  )
  await client.query(`grant ${APP_ROLE} to current_user`)
  await client.query('create schema if not exists oficina')
  // The coordinator asks the other nodes by the role of who asks it.
  if (placement === 'distributed') await client.query(`alter role ${APP_ROLE} login`)
}

/** @throws Error if the tables were made before the database became one that is distributed */
async function demandDistributed(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass('oficina.esquema_huella')
       and exists (select from oficina.esquema)
       and not exists (select from pg_dist_partition where logicalrelid = 'oficina.contador'::regclass)`,
  )
  if (rowCount === 0) return
  throw new Error(
    'the tables of this database were made before it had the extension citus, so they are not distributed: name a ' +
      'new database of the cluster in DATABASE_URL and bring the data there, or drop the extension',
  )
}

async function presentFingerprint(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ huella: string }>(
    'select huella from oficina.esquema_huella',
  )
  return rows[0]?.huella
}

async function wasApplied(client: pg.Client, fingerprint: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from oficina.esquema_aplicado where huella = $1',
    [fingerprint],
  )
  return (rowCount ?? 0) > 0
}

async function remember(
  client: pg.Client,
  shapes: ReadonlyMap<string, TableShape>,
  fingerprint: string,
): Promise<void> {
  await inTransaction(client, async () => {
    await rememberShapes(client, [...shapes.values()])
    await client.query(
      `insert into oficina.esquema_huella (huella) values ($1)
       on conflict (unica) do update set huella = excluded.huella`,
      [fingerprint],
    )
    await client.query(
      'insert into oficina.esquema_aplicado (huella) values ($1) on conflict do nothing',
      [fingerprint],
    )
    await client.query('delete from oficina.esquema where tabla <> all($1)', [[...shapes.keys()]])
  })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
