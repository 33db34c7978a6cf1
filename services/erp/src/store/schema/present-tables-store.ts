import type pg from 'pg'

import {
  presentTables,
  type CatalogColumn,
  type CatalogConstraint,
  type CatalogIndex,
} from '../../schema/present-tables.ts'
import type { TableShape } from '../../schema/table-shape.ts'

type Shapes = ReadonlyMap<string, TableShape>

/** Reads the models' tables as PostgreSQL has them at this moment, whatever was recorded of them. */
export async function readPresentTables(client: pg.Client, wanted: Shapes): Promise<Shapes> {
  const { rows: remembered } = await client.query<{ forma: TableShape }>(
    'select forma from oficina.esquema',
  )
  const { rows: columns } = await client.query<CatalogColumn>(COLUMNS)
  const { rows: constraints } = await client.query<CatalogConstraint>(CONSTRAINTS)
  const { rows: indexes } = await client.query<CatalogIndex>(INDEXES)
  return presentTables(
    { columns, constraints, indexes },
    wanted,
    new Map(remembered.map(({ forma }) => [forma.table, forma])),
  )
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
    pg_get_expr(d.adbin, d.adrelid) as initial
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relname, a.attnum`

const CONSTRAINTS = `
  select c.relname as "table", k.conname as name, k.contype as kind, k.convalidated as "isValid",
    array(
      select a.attname::text from unnest(k.conkey) with ordinality as of_key(attnum, place)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = of_key.attnum
      order by place
    ) as columns,
    t.relname as target, case when k.contype = 'c' then pg_get_constraintdef(k.oid) end as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  left join pg_class t on t.oid = k.confrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c')
  order by c.relname, k.conname`

const INDEXES = `
  select t.relname as "table", i.relname as name, x.indisunique as "isUnique", x.indisvalid and x.indisready as "isValid",
    m.amname as method, pg_get_expr(x.indpred, x.indrelid) as predicate,
    array(
      select pg_get_indexdef(x.indexrelid, place::int, true) from generate_series(1, x.indnkeyatts) as of_index(place)
      order by place
    ) as columns
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class t on t.oid = x.indrelid
  join pg_am m on m.oid = i.relam
  where t.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))
  order by t.relname, i.relname`
