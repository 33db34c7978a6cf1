import type pg from 'pg'

/** How the tables of a schema lie on a cluster. Tables that are not named stay on the coordinator. */
export interface Distribution {
  readonly schema: string
  /** By table, the column by whose value its rows are spread; equal values of all these tables lie on one node. */
  readonly columns: ReadonlyMap<string, string>
  /** Tables that every node has whole. */
  readonly references: ReadonlySet<string>
}

/** Foreign keys that were taken away and must come back, so that a step that was cut off can be gone on with. */
const PENDING = 'distribution_foreign_key'

interface ForeignKey {
  readonly relation: string
  readonly name: string
  readonly definition: string
}

/**
 * Spreads the tables that are not spread yet, with their rows: first foreign keys go, since neither end may be spread
 * without the other, then the tables, then the foreign keys come back. Each part is a transaction of its own, and what
 * is done is asked of Citus, so that it may be cut off anywhere and begun again. To be called under the migration lock.
 * Returns the tables that were spread.
 * @source docs/decisions/0341-chat-citus.md
 */
export async function distribute(
  client: pg.Client,
  wanted: Distribution,
): Promise<readonly string[]> {
  const missing = await undistributed(client, wanted)
  if (missing.length > 0) await takeForeignKeys(client, wanted.schema, missing)
  for (const name of missing.toSorted(referencesFirst(wanted))) await spread(client, wanted, name)
  await putForeignKeysBack(client, wanted.schema)
  return missing
}

function referencesFirst({ references }: Distribution) {
  return (one: string, other: string) =>
    Number(references.has(other)) - Number(references.has(one)) || one.localeCompare(other)
}

async function undistributed(
  client: pg.Client,
  { schema, columns, references }: Distribution,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p') and c.relname = any($2)
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid) order by 1`,
    [schema, [...columns.keys(), ...references]],
  )
  return rows.map(({ name }) => name)
}

/** Takes away the foreign keys of which an end is one of the tables, and keeps how to make them again. */
async function takeForeignKeys(
  client: pg.Client,
  schema: string,
  tables: readonly string[],
): Promise<void> {
  const pending = pendingTable(client, schema)
  await client.query('begin')
  try {
    await client.query(
      `create table if not exists ${pending} (relation text, name text, definition text not null, primary key (relation, name))`,
    )
    const { rows } = await client.query<ForeignKey>(
      `insert into ${pending} (relation, name, definition)
       select format('%I.%I', n.nspname, c.relname), f.conname, pg_get_constraintdef(f.oid)
       from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
         join pg_class other on other.oid = f.confrelid
       where f.contype = 'f' and n.nspname = $1 and (c.relname = any($2) or other.relname = any($2))
       on conflict (relation, name) do update set definition = excluded.definition returning *`,
      [schema, tables],
    )
    for (const { relation, name } of rows) {
      await client.query(`alter table ${relation} drop constraint ${client.escapeIdentifier(name)}`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function spread(
  client: pg.Client,
  { schema, columns, references }: Distribution,
  name: string,
): Promise<void> {
  const relation = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
  if (references.has(name)) {
    await client.query('select create_reference_table($1)', [relation])
    return
  }
  // The first one decides on how many parts there are; the others lie beside it.
  const { rows } = await client.query<{ beside: string }>(
    `select format('%I.%I', n.nspname, c.relname) as beside from pg_dist_partition p
       join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and p.partmethod = 'h' and c.relname = any($2) order by 1 limit 1`,
    [schema, [...columns.keys()]],
  )
  await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
    relation,
    columns.get(name),
    rows[0]?.beside ?? 'none',
  ])
}

async function putForeignKeysBack(client: pg.Client, schema: string): Promise<void> {
  const pending = pendingTable(client, schema)
  const { rows: there } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [pending],
  )
  if (there[0]?.found !== true) return
  const { rows } = await client.query<ForeignKey>(`select * from ${pending} order by 1, 2`)
  for (const { relation, name, definition } of rows) {
    await client.query('begin')
    try {
      // In a transaction that has looked at many parts at once, Citus could not add them one after the other.
      await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
      await client.query(
        `alter table ${relation} add constraint ${client.escapeIdentifier(name)} ${definition}`,
      )
      await client.query(`delete from ${pending} where relation = $1 and name = $2`, [
        relation,
        name,
      ])
      await client.query('commit')
    } catch (cause) {
      await client.query('rollback')
      throw new Error(`the foreign key ${name} of ${relation} cannot come back`, { cause })
    }
  }
  await client.query(`drop table ${pending}`)
}

function pendingTable(client: pg.Client, schema: string): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(PENDING)}`
}
