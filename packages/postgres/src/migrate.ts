import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type pg from 'pg'
import type { Database } from '@oficina/kit/database.ts'
import { StartRefusal } from '@oficina/kit/start-refusal.ts'

export interface Migration {
  /** The file name without its ending, such as `0001-sessions`; the order is that of the names. */
  readonly id: string
  readonly sql: string
}

// Any constant will do; all processes of all services that share a database must use the same one.
const LOCK = 7_266_482

/** Reads the numbered SQL files of a folder in the order of their names. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return await Promise.all(
    names.map(async (name) => ({
      id: name.slice(0, -'.sql'.length),
      sql: await readFile(join(folder, name), 'utf8'),
    })),
  )
}

/**
 * Brings a database up to date; the answer lists what was applied now.
 * Processes that start at once wait for each other, and each migration is applied once, in a transaction of its own.
 * @throws Error when a migration that was applied has been edited since
 * @throws StartRefusal when a newer version has been here; then nothing is changed
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  return await withMigrationLock(database, async (client) => {
    await client.query(
      `create table if not exists migration
         (id text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ id: string; checksum: string }>(
      'select id, checksum from migration',
    )
    const applied = new Map(rows.map((row) => [row.id, row.checksum]))
    const pending = migrations.filter((migration) => !isApplied(migration, applied))
    demandKnown(migrations, [...applied.keys()])
    for (const migration of pending) await apply(client, migration)
    return pending.map((migration) => migration.id)
  })
}

/** An older version would read and write what a newer one has given another meaning. */
function demandKnown(migrations: readonly Migration[], applied: readonly string[]): void {
  const own = new Set(migrations.map(({ id }) => id))
  const unknown = applied.filter((id) => !own.has(id))
  if (unknown.length === 0) return
  throw new StartRefusal(
    'this database was brought up to date by a newer version: this one does not know its migrations ' +
      `${unknown.join(', ')}, so nothing was changed. Start the newer version again, or this one on a backup from ` +
      'before the update.',
  )
}

/** Runs `work` on a connection of its own while no other process migrates this database. */
export async function withMigrationLock<T>(
  database: Database,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await database.connect()
  try {
    // Another process may build a thousand tables meanwhile, so this wait and the work have no statement limit.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await work(client)
  } finally {
    await client.end()
  }
}

function isApplied(migration: Migration, applied: ReadonlyMap<string, string>): boolean {
  const checksum = applied.get(migration.id)
  if (checksum === undefined) return false
  if (checksum === checksumOf(migration)) return true
  throw new Error(
    `migration ${migration.id} was edited after it was applied; write a new one instead`,
  )
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into migration (id, checksum) values ($1, $2)', [
      migration.id,
      checksumOf(migration),
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`migration ${migration.id} failed`, { cause })
  }
}

function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex')
}
