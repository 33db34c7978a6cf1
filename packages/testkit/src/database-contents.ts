import { createHash } from 'node:crypto'

import pg from 'pg'

/** Of each table: the columns that it has, and the number of each row's content. */
export type Contents = ReadonlyMap<string, TableContent>

interface TableContent {
  readonly columns: readonly string[]
  readonly rows: ReadonlySet<string>
}

/** Columns of tables that may change, which are not looked at. */
export type Ignored = Readonly<Record<string, readonly string[]>>

/** What the tables hold; of those of `before` only the columns that were looked at then. */
export async function contentsOf(
  url: string,
  before?: Contents,
  ignored: Ignored = {},
): Promise<Contents> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(TABLES)
    const contents = new Map<string, TableContent>()
    for (const { columns, name } of tables) {
      // A migration may have given up a column of the service's own; the dictionary gives up none.
      const looked = before?.get(name)?.columns ?? columns
      const isLeft = (one: string) => columns.includes(one) && ignored[name]?.includes(one) !== true
      const then = looked.filter(isLeft)
      const row = then.map((column) => pg.escapeIdentifier(column)).join(', ')
      const { rows } = await client.query<{ text: string }>(
        `select row(${row})::text as text from ${name} t`,
      )
      contents.set(name, { columns: then, rows: new Set(rows.map(({ text }) => digest(text))) })
    }
    return contents
  } finally {
    await client.end()
  }
}

const TABLES = `
  select c.oid::regclass::text as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace in (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
  group by c.oid order by 1`

function digest(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}

/** The tables in which a row of `before` is not as it was, with how many. */
export function lostRows(before: Contents, after: Contents): Readonly<Record<string, number>> {
  const lost: Record<string, number> = {}
  for (const [name, { rows }] of before) {
    const now = after.get(name)?.rows ?? new Set<string>()
    const missing = [...rows].filter((row) => !now.has(row)).length
    if (missing > 0) lost[name] = missing
  }
  return lost
}
