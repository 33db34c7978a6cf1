import type pg from 'pg'
import type { Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'
import type { Cluster } from '@oficina/postgres/citus.ts'
import { distribute } from '@oficina/postgres/distribute.ts'
import { migrate, withMigrationLock, type Migration } from '@oficina/postgres/migrate.ts'

import { SCHEMA } from './schema.ts'

/** Asked before the realm is known. */
const REFERENCES = new Set(['realm_address'])

/**
 * Applies migrations, and on a cluster spreads the tables. Where tables are spread already, a new one is spread before the
 * next migration, which may add its foreign keys. Returns what was applied and spread now.
 */
export async function bringUpToDate(
  database: Database,
  migrations: readonly Migration[],
  cluster: Cluster | undefined,
): Promise<{ readonly applied: readonly string[]; readonly spread: readonly string[] }> {
  const applied: string[] = []
  const spread: string[] = []
  const isCluster = cluster !== undefined
  const isSpread = isCluster && (await isRealmSpread(database))
  const steps = isSpread ? migrations.keys().toArray() : [migrations.length - 1]
  for (const last of steps) {
    const fresh = await migrate(database, migrations.slice(0, last + 1))
    applied.push(...fresh)
    const isDue = fresh.length > 0 || last === migrations.length - 1
    if (isCluster && isDue) spread.push(...(await spreadTables(database)))
  }
  return { applied, spread }
}

async function isRealmSpread(database: Database): Promise<boolean> {
  const [realm] = await database.query<{ found: boolean }>(
    sql`select exists (select from pg_dist_partition where logicalrelid = to_regclass('realm')) as found`,
  )
  return realm?.found === true
}

/**
 * Puts the rows of each realm on one node; tables without a realm stay on the coordinator. Returns the tables that were
 * spread now.
 * @source docs/decisions/0341-chat-citus.md
 */
async function spreadTables(database: Database): Promise<readonly string[]> {
  return await withMigrationLock(database, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'realm_id'
       where c.relnamespace = $1::regnamespace and c.relkind = 'r' and not a.attisdropped`,
      [SCHEMA],
    )
    const ofRealms = rows.map(({ name }) => name).filter((name) => !REFERENCES.has(name))
    const columns = new Map(ofRealms.map((name) => [name, 'realm_id']))
    columns.set('realm', 'id')
    await dropServerKeys(client)
    return await distribute(client, { schema: SCHEMA, columns, references: REFERENCES })
  })
}

/** What cannot be on many nodes: a host is unique by its address, and the numbers of transactions are one server's. */
async function dropServerKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = $1::regnamespace and c.relname in ('realm', 'event_log')
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`,
    [SCHEMA],
  )
  const isLocal = (table: string) => rows.some(({ name }) => name === table)
  if (isLocal('realm')) {
    await client.query('alter table realm drop constraint if exists realm_host_key')
  }
  if (isLocal('event_log')) await client.query('alter table event_log drop column if exists xid')
}
