import { createHash } from 'node:crypto'

import pg from 'pg'
import { databaseUrl, type TestNode } from '@oficina/testkit/test-cluster.ts'

/**
 * What a database of the service has on a cluster, as texts in order: tables with how they lie, columns, constraints,
 * indexes, policies, functions and views of the coordinator, and columns, constraints and indexes of the parts on the
 * workers, without the numbers that parts are given.
 */
export async function clusterSchema(
  [coordinator, ...workers]: readonly [TestNode, ...TestNode[]],
  database: string,
): Promise<readonly string[]> {
  const found = [await whatOf(coordinator, database, [...COORDINATOR, ...EVERYWHERE])]
  for (const worker of workers) found.push(await whatOf(worker, database, EVERYWHERE))
  return found
    .flatMap((texts, index) =>
      texts.map((text) => `${index === 0 ? 'coordinator' : 'worker'}: ${text}`),
    )
    .toSorted()
}

async function whatOf(
  { url }: TestNode,
  database: string,
  statements: readonly string[],
): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl(url, database) })
  await client.connect()
  try {
    const found: string[] = []
    for (const statement of statements) {
      const { rows } = await client.query<{ what: string }>(statement)
      found.push(...rows.map(({ what }) => textOf(what)))
    }
    return found
  } finally {
    await client.end()
  }
}

const PART_NUMBER = /_\d{6,}\b/g

function textOf(what: string): string {
  const text = what.replaceAll(PART_NUMBER, '')
  // A function's body says nothing that a difference of it would not.
  return text.length < 400 ? text : createHash('sha256').update(text).digest('hex')
}

const OURS = `(select oid from pg_namespace where nspname in ('public', 'oficina', 'lectura'))`
// Those of the extension itself.
const OWN = `not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`

const COORDINATOR = [
  `select concat_ws(' ', 'placement', table_name, citus_table_type, distribution_column, shard_count) as what
   from citus_tables`,
  `select 'groups ' || count(distinct colocation_id) as what from citus_tables where citus_table_type = 'distributed'`,
  `select concat_ws(' ', 'function', t.oid::regprocedure, md5(pg_get_functiondef(t.oid))) as what
   from pg_proc t where pronamespace in ${OURS} and prokind = 'f' and ${OWN}`,
  `select concat_ws(' ', 'view', t.oid::regclass, md5(pg_get_viewdef(t.oid))) as what
   from pg_class t where relkind = 'v' and relnamespace in ${OURS} and ${OWN}`,
  `select concat_ws(' ', 'done', tabla, md5(forma::text)) as what from oficina.esquema`,
  `select concat_ws(' ', 'migration', id, huella) as what from oficina.migracion`,
  `select concat_ws(' ', 'catalog', tabla, huella) as what from oficina.catalogo`,
  `select 'fingerprint ' || huella as what from oficina.esquema_huella`,
  `select 'companies ' || count(*) as what from public.empresa`,
]

const EVERYWHERE = [
  `select concat_ws(' ', 'table', t.oid::regclass, t.relrowsecurity, t.relforcerowsecurity, string_agg(
     concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)),
     ', ' order by a.attnum)) as what
   from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
   left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
   where t.relkind in ('r', 'p') and t.relnamespace in ${OURS} and ${OWN} group by t.oid`,
  `select concat_ws(' ', 'constraint', t.conrelid::regclass, t.conname, t.convalidated, pg_get_constraintdef(t.oid)) as what
   from pg_constraint t where t.connamespace in ${OURS} and t.conrelid <> 0 and t.contype <> 't'`,
  `select concat_ws(' ', 'index', pg_get_indexdef(t.oid)) as what
   from pg_class t where t.relkind in ('i', 'I') and t.relnamespace in ${OURS} and ${OWN}`,
  `select concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, pg_get_expr(polqual, polrelid),
     pg_get_expr(polwithcheck, polrelid)) as what
   from pg_policy`,
]
