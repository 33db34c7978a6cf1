import pg from 'pg'

/** Of each table: the columns that it has, and the number of each row's content. */
export type Contents = ReadonlyMap<string, TableContent>

interface TableContent {
  readonly columns: readonly string[]
  readonly rows: ReadonlySet<string>
}

/** Columns of tables that may change, which are not looked at. */
export type Ignored = Readonly<Record<string, readonly string[]>>

/** What is looked at: all columns of all tables, unless something else is asked for. */
export interface Looking {
  /** Only its tables that had rows, and the columns that were looked at then. */
  readonly before?: Contents
  readonly ignored?: Ignored
  /** Tables whose name it matches are left out. */
  readonly leftOut?: RegExp
}

/** What the tables hold. Rows are told from each other by the database, which sends a number for each. */
export async function contentsOf(url: string, looking: Looking = {}): Promise<Contents> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<Table>(TABLES)
    const looked = tables.flatMap((table) => lookedAt(table, looking) ?? [])
    const filled = looked.filter(({ hasRows }) => hasRows)
    // In one round trip: a database has a thousand tables.
    const answer: unknown = await client.query({
      text: filled.map(digests).join(';'),
      rowMode: 'array',
    })
    // One result a statement, in a list only if there are several; each row is its digest alone.
    const results = [answer].flat() as readonly { readonly rows: readonly [string][] }[]
    const rows = new Map(filled.map(({ name }, index) => [name, results[index]?.rows.flat() ?? []]))
    return new Map(
      looked.map(({ columns, name }) => [name, { columns, rows: new Set(rows.get(name)) }]),
    )
  } finally {
    await client.end()
  }
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly hasRows: boolean
}

// Most tables never had a row: their files are empty.
const TABLES = `
  select c.oid::regclass::text as name, array_agg(a.attname::text order by a.attnum) as columns,
    pg_relation_size(c.oid) > 0 as "hasRows"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace in (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
  group by c.oid order by 1`

/** A table with the columns that are looked at; undefined for one that is not. */
function lookedAt(
  { columns, name, hasRows }: Table,
  { before, ignored = {}, leftOut }: Looking,
): Table | undefined {
  if (leftOut?.test(name) === true) return undefined
  const then = before?.get(name)
  if (before !== undefined && (then === undefined || then.rows.size === 0)) return undefined
  // A migration may have given up a column of the service's own; the dictionary gives up none.
  const isLeft = (one: string) => columns.includes(one) && ignored[name]?.includes(one) !== true
  return { name, hasRows, columns: (then?.columns ?? columns).filter(isLeft) }
}

function digests({ columns, name }: Table): string {
  const row = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return `select md5(row(${row})::text) from ${name}`
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
