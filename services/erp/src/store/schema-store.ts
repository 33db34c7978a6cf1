import { createHash } from 'node:crypto'

import type pg from 'pg'
import type { Database } from '@oficina/kit/database.ts'
import { withMigrationLock, type Migration } from '@oficina/postgres/migrate.ts'

import type { Registry } from '../dictionary/types.ts'
import { APP_ROLE, PREAMBLE } from '../schema/ddl.ts'
import { schemaDifference, type SchemaStep } from '../schema/difference.ts'
import { distributePlatform, enterCompanyFunction, type Placement } from '../schema/distribution.ts'
import { createReadView, READ_SCHEMA_SQL } from '../schema/read-view.ts'
import { splitStatements } from '../schema/split-statements.ts'
import { tableShape, type TableShape } from '../schema/table-shape.ts'
import { SCHEMA_ADDITIONS } from './schema-additions.ts'

/** The progress of creating the tables. */
interface SchemaProgress {
  readonly done: number
  readonly total: number
}

export interface SchemaOptions {
  readonly platform: readonly Migration[]
  readonly placement: Placement
  readonly onProgress: (progress: SchemaProgress) => void
}

// A thousand tables with their indexes in one transaction would not fit PostgreSQL's table of locks.
const BATCH = 100

/** The steps that the dictionary requires and the database lacks; changes nothing. */
export async function planSchema(
  database: Database,
  registry: Registry,
  placement: Placement,
): Promise<readonly SchemaStep[]> {
  const wanted = wantedShapes(registry)
  return await withMigrationLock(database, async (client) => {
    if (!(await hasPlatform(client))) return schemaDifference(new Map(), wanted, placement)
    const steps = schemaDifference(await presentShapes(client), wanted, placement)
    return await judgeKeys(client, steps)
  })
}

/**
 * Brings the tables of the models in line with the dictionary. Instant when nothing changed.
 * @throws SchemaRefusal when a step could lose data; then nothing of the plan is applied
 */
export async function applySchema(
  database: Database,
  registry: Registry,
  options: SchemaOptions,
): Promise<number> {
  const wanted = wantedShapes(registry)
  const { placement } = options
  const fingerprint = fingerprintOf(wanted, placement)
  return await withMigrationLock(database, async (client) => {
    await preparePlatform(client, options)
    if ((await presentFingerprint(client)) === fingerprint) return 0
    const difference = schemaDifference(await presentShapes(client), wanted, placement)
    const steps = await judgeKeys(client, difference)
    const lossy = steps.filter(({ kind }) => kind === 'lossy')
    if (lossy.length > 0) throw new SchemaRefusal(lossy)
    await applySteps(client, steps, options)
    await createReadViews(client, placement, wanted)
    await client.query(enterCompanyFunction(placement))
    await run(client, placement, SCHEMA_ADDITIONS)
    await remember(client, wanted, fingerprint)
    return steps.length
  })
}

/** Unique keys that no row breaks are added like everything else; the others say which rows are the same. */
async function judgeKeys(
  client: pg.Client,
  steps: readonly SchemaStep[],
): Promise<readonly SchemaStep[]> {
  const judged: SchemaStep[] = []
  for (const step of steps) {
    const { duplicates } = step
    if (duplicates === undefined) {
      judged.push(step)
      continue
    }
    const { rows } = await client.query<{ found: string | null; groups: string }>(duplicates)
    const { found = null, groups = '0' } = rows[0] ?? {}
    const reason = `${step.reason}: ${groups} times they are the same, ${found}`
    judged.push(found === null ? { ...step, kind: 'add' } : { ...step, reason })
  }
  return judged
}

/** The dictionary requires changes that could lose data; a person applies or rejects them. */
class SchemaRefusal extends Error {
  constructor(steps: readonly SchemaStep[]) {
    const lines = steps.map(({ reason, sql }) => `-- ${reason}\n${sql}`)
    super(`the dictionary requires changes that could lose data:\n${lines.join('\n')}`)
    this.name = 'SchemaRefusal'
  }
}

function wantedShapes(registry: Registry): ReadonlyMap<string, TableShape> {
  return new Map(
    registry.loadOrder.map((model) => [model.table, tableShape(model, registry.models)]),
  )
}

function fingerprintOf(shapes: ReadonlyMap<string, TableShape>, placement: Placement): string {
  const ordered = [...shapes.values()].toSorted((a, b) => (a.table < b.table ? -1 : 1))
  return createHash('sha256')
    .update(SCHEMA_ADDITIONS)
    .update(enterCompanyFunction(placement))
    .update(READ_SCHEMA_SQL + createReadView('', placement))
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

async function presentShapes(client: pg.Client): Promise<ReadonlyMap<string, TableShape>> {
  const { rows } = await client.query<{ forma: TableShape }>('select forma from oficina.esquema')
  return new Map(rows.map(({ forma }) => [forma.table, forma]))
}

/**
 * Applies the steps in batches. Each batch records the shapes that it completed, so that an interrupted start continues
 * where it stopped: a table is recorded without its references until those exist too.
 */
async function applySteps(
  client: pg.Client,
  steps: readonly SchemaStep[],
  { placement, onProgress }: Pick<SchemaOptions, 'placement' | 'onProgress'>,
): Promise<void> {
  for (let start = 0; start < steps.length; start += BATCH) {
    const batch = steps.slice(start, start + BATCH)
    await inTransaction(client, async () => {
      await run(client, placement, batch.map(({ sql }) => sql).join('\n'))
      const after = batch.flatMap(({ shapeAfter }) => shapeAfter ?? [])
      await rememberShapes(client, after)
    })
    onProgress({ done: Math.min(start + BATCH, steps.length), total: steps.length })
  }
}

/** Makes all views again, so that each has its table's current columns; a few hundred milliseconds. */
async function createReadViews(
  client: pg.Client,
  placement: Placement,
  shapes: ReadonlyMap<string, TableShape>,
): Promise<void> {
  // Only the coordinator reads through them.
  if (placement === 'distributed') await client.query('set citus.enable_ddl_propagation = off')
  await run(client, placement, READ_SCHEMA_SQL)
  const views = [...shapes.values()]
    .filter(({ scope }) => scope === 'tenant')
    .map(({ table }) => createReadView(table, placement))
  for (let start = 0; start < views.length; start += BATCH) {
    await inTransaction(client, async () => {
      await client.query(views.slice(start, start + BATCH).join('\n'))
    })
  }
  if (placement === 'distributed') await client.query('set citus.enable_ddl_propagation = on')
}

/** Several statements of our own, without values. */
async function run(client: pg.Client, placement: Placement, text: string): Promise<void> {
  const parts = placement === 'one server' ? [text] : splitStatements(text)
  for (const part of parts) await client.query(part)
}

async function rememberShapes(client: pg.Client, shapes: readonly TableShape[]): Promise<void> {
  if (shapes.length === 0) return
  // The last shape of a table within one batch counts.
  const last = new Map(shapes.map((shape) => [shape.table, shape]))
  await client.query(
    `insert into oficina.esquema (tabla, forma)
     select forma->>'table', forma from jsonb_array_elements($1::jsonb) as t(forma)
     on conflict (tabla) do update set forma = excluded.forma`,
    [JSON.stringify([...last.values()])],
  )
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
  })
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
