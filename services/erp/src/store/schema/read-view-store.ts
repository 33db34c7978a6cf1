import type pg from 'pg'

import { READ_SCHEMA } from '../../schema/ddl.ts'
import type { Placement } from '../../schema/distribution.ts'
import { createReadView, READ_SCHEMA_SQL, readViewMark } from '../../schema/read-view.ts'
import { inTransaction, patiently, run } from './apply-steps.ts'

// A few at a time, so that who reads through them goes on at once.
const BATCH = 20

/** Makes the views again that are not there, that lack a column of their table, or whose text has changed. */
export async function createReadViews(
  client: pg.Client,
  placement: Placement,
  tables: readonly string[],
): Promise<void> {
  // Only the coordinator reads through them.
  if (placement === 'distributed') await client.query('set citus.enable_ddl_propagation = off')
  await run(client, placement, READ_SCHEMA_SQL)
  const right = await rightViews(client, placement)
  const views = tables
    .filter((table) => !right.has(table))
    .map((table) => createReadView(table, placement))
  for (let start = 0; start < views.length; start += BATCH) {
    await patiently(async () => {
      await inTransaction(client, async () => {
        await client.query("set local lock_timeout = '2s'")
        await client.query(views.slice(start, start + BATCH).join('\n'))
      })
    })
  }
  if (placement === 'distributed') await client.query('set citus.enable_ddl_propagation = on')
}

/** The views that have the text and the columns, in type and order, that they would have if they were made now. */
async function rightViews(client: pg.Client, placement: Placement): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select v.relname as name from pg_class v
     join pg_class t on t.relname = v.relname and t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
     where v.relnamespace = $1::regnamespace and v.relkind = 'v' and obj_description(v.oid, 'pg_class') = $2
       and (${COLUMNS} v.oid) = (${COLUMNS} t.oid)`,
    [READ_SCHEMA, readViewMark(placement)],
  )
  return new Set(rows.map(({ name }) => name))
}

const COLUMNS = `select array_agg(attname || ' ' || format_type(atttypid, atttypmod) order by attnum) from pg_attribute
  where attnum > 0 and not attisdropped and attrelid =`
