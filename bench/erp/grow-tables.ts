import pg from 'pg'

interface Column {
  readonly name: string
  readonly isText: boolean
  readonly isNumber: boolean
  readonly length: number | null
  readonly isReference: boolean
  readonly isChoice: boolean
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** The columns of its unique keys, without company and id. */
  readonly keys: readonly (readonly string[])[]
}

/** Fills the largest tables of companies up with copies of their rows that keep to the unique keys. Returns their names. */
export async function growTables(
  client: pg.Client,
  { tables, rows }: { readonly tables: number; readonly rows: number },
): Promise<readonly string[]> {
  const { rows: found } = await client.query<Table>(LARGEST)
  const grown: string[] = []
  // Copies refer to what their originals do, and nothing else is to be told of them.
  await client.query('set session_replication_role = replica')
  for (const table of found) {
    const changed = changedColumns(table)
    if (changed === undefined) continue
    await client.query(copies(table, changed), [rows])
    await client.query(
      `update oficina.contador set ultimo = greatest(ultimo, (select max(id) from ${pg.escapeIdentifier(table.name)})) where tabla = $1`,
      [table.name],
    )
    grown.push(table.name)
    if (grown.length === tables) break
  }
  return grown
}

/** A column of each unique key that may have any value; undefined: a key has none. */
function changedColumns({ columns, keys }: Table): ReadonlySet<string> | undefined {
  const free = keys.map((key) =>
    columns.find(
      ({ isChoice, isNumber, isReference, isText, length, name }) =>
        key.includes(name) &&
        !isReference &&
        !isChoice &&
        (isNumber || (isText && (length === null || length >= 8))),
    ),
  )
  const names = free.flatMap((column) => column?.name ?? [])
  return names.length === free.length ? new Set(names) : undefined
}

function copies({ columns, name }: Table, changed: ReadonlySet<string>): string {
  const table = pg.escapeIdentifier(name)
  const values = columns.map((column) => {
    const own = `t.${pg.escapeIdentifier(column.name)}`
    if (column.name === 'id') return 'm.id + n'
    if (!changed.has(column.name)) return own
    return column.isNumber
      ? `case when ${own} is not null then 1000000 + n end`
      : `case when ${own} is not null then 'c' || n end`
  })
  const names = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ')
  return `
    insert into ${table} (${names})
    select ${values.join(', ')}
    from (select max(id) as id, count(*) as count from ${table}) m
    cross join generate_series(1, $1::int - m.count) n
    join (select *, row_number() over (order by id) as place from ${table}) t on t.place = 1 + n % m.count`
}

const LARGEST = `
  select c.relname as name,
    (select json_agg(json_build_object('name', attname, 'isText', atttypid in ('text'::regtype, 'varchar'::regtype),
        'isNumber', atttypid in ('int8'::regtype, 'int4'::regtype), 'length', nullif(atttypmod, -1) - 4,
        'isReference', exists (select from pg_constraint f where f.conrelid = c.oid and contype = 'f' and attnum = any(f.conkey)),
        'isChoice', exists (select from pg_constraint k where k.conrelid = c.oid and contype = 'c' and attnum = any(k.conkey))))
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    coalesce((select json_agg((select json_agg(attname) from pg_attribute
        where attrelid = c.oid and attnum = any(x.indkey::int2[]) and attname not in ('empresa_id', 'id')))
      from pg_index x where x.indrelid = c.oid and indisunique and not indisprimary), '[]') as keys
  from pg_class c
  where relkind = 'r' and relnamespace = 'public'::regnamespace and c.reltuples > 0
    and exists (select from pg_attribute where attrelid = c.oid and attname = 'empresa_id')
    and exists (select from pg_attribute where attrelid = c.oid and attname = 'id')
  order by c.reltuples desc, 1`
