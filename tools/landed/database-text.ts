import pg from 'pg'

// One statement carries so many rows, so that no text grows beyond what a parser takes.
const ROWS_PER_STATEMENT = 1_000
const OWN_SCHEMAS = `(select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')`
const NOT_OF_EXTENSIONS = (catalog: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`

/**
 * A whole database as SQL text, which a plain connection takes as it is: what pg_dump writes needs psql, and the embedded
 * PostgreSQL comes with neither. Rows are JSON, which keeps every digit and needs no COPY.
 */
export async function databaseText(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // One snapshot; an empty path has every name written out.
    await client.query('begin isolation level repeatable read')
    await client.query(
      `set local search_path = ''; set local timezone = 'UTC'; set local extra_float_digits = 3`,
    )
    const parts: string[] = [
      'set check_function_bodies = off;',
      ...(await lines(client, ROLES)),
      ...(await lines(client, SCHEMAS)),
      ...(await lines(client, EXTENSIONS)),
      ...(await lines(client, TYPES)),
      ...(await lines(client, FUNCTIONS('not'))),
      ...(await lines(client, SEQUENCES)),
      ...(await lines(client, TABLES)),
      ...(await lines(client, FUNCTIONS(''))),
    ]
    for (const table of await tablesOf(client)) parts.push(...(await rowsOf(client, table)))
    for (const query of [
      SEQUENCE_VALUES,
      CONSTRAINTS,
      INDEXES,
      TRIGGERS,
      VIEWS,
      POLICIES,
      GRANTS,
      COMMENTS,
    ]) {
      parts.push(...(await lines(client, query)))
    }
    return `${parts.join('\n')}\n`
  } finally {
    await client.end()
  }
}

async function lines(client: pg.Client, query: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ line: string }>(query)
  return rows.map(({ line }) => line)
}

interface Table {
  readonly name: string
  readonly columns: string
}

async function tablesOf(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(`
    select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace in ${OWN_SCHEMAS} and ${NOT_OF_EXTENSIONS('pg_class', 'c.oid')}
    group by c.oid order by c.oid`)
  return rows
}

async function rowsOf(client: pg.Client, { columns, name }: Table): Promise<readonly string[]> {
  const { rows } = await client.query<{ row: string }>(
    `select to_jsonb(t)::text as row from ${name} t order by ctid`,
  )
  const statements: string[] = []
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const json = `[${rows
      .slice(start, start + ROWS_PER_STATEMENT)
      .map(({ row }) => row)
      .join(',\n')}]`
    statements.push(
      `insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${name}, ${pg.escapeLiteral(json)});`,
    )
  }
  return statements
}

const ROLES = `
  select distinct format('do $$ begin create role %I nologin; exception when duplicate_object then null; end $$; grant %1$I to current_user;', r.rolname) as line
  from pg_roles r where r.rolname !~ '^pg_' and not r.rolsuper`

const SCHEMAS = `
  select format('create schema if not exists %I;', nspname) as line from pg_namespace where oid in ${OWN_SCHEMAS} order by oid`

const EXTENSIONS = `
  select format('create extension if not exists %I schema %I;', extname, nspname) as line
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname <> 'plpgsql' order by e.oid`

const TYPES = `
  select format('create type %s as enum (%s);', t.oid::regtype, string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)) as line
  from pg_type t join pg_enum v on v.enumtypid = t.oid where typnamespace in ${OWN_SCHEMAS}
    and ${NOT_OF_EXTENSIONS('pg_type', 't.oid')} group by t.oid order by t.oid`

/** Those that need tables, and those that tables need. */
const FUNCTIONS = (which: 'not' | '') => `
  select pg_get_functiondef(p.oid) || ';' as line from pg_proc p
  where pronamespace in ${OWN_SCHEMAS} and ${NOT_OF_EXTENSIONS('pg_proc', 'p.oid')}
    and ${which} exists (
      select from pg_depend d left join pg_type t on d.refclassid = 'pg_type'::regclass and t.oid = d.refobjid
      where d.classid = 'pg_proc'::regclass and d.objid = p.oid
        and (d.refclassid = 'pg_class'::regclass or exists (select from pg_class r where r.oid = t.typrelid and r.relkind in ('r', 'v')))
    )
  order by exists (
    select from pg_depend d join pg_proc f on f.oid = d.refobjid and f.pronamespace in ${OWN_SCHEMAS}
    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
      and ${NOT_OF_EXTENSIONS('pg_proc', 'f.oid')}
  ), p.oid`

const SEQUENCES = `
  select format('create sequence %s as %s;', c.oid::regclass, format_type(s.seqtypid, null)) as line
  from pg_class c join pg_sequence s on s.seqrelid = c.oid
  where c.relnamespace in ${OWN_SCHEMAS}
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')`

const TABLES = `
  select format(E'create %stable %s (\\n  %s\\n);', case when c.relpersistence = 'u' then 'unlogged ' else '' end, c.oid::regclass,
    string_agg(
      concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation end,
        case a.attidentity when 'a' then 'generated always as identity' when 'd' then 'generated by default as identity' end,
        case when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
          else 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
        case when a.attnotnull then 'not null' end),
      E',\\n  ' order by a.attnum)) as line
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r' and c.relnamespace in ${OWN_SCHEMAS} and ${NOT_OF_EXTENSIONS('pg_class', 'c.oid')}
  group by c.oid, c.relpersistence order by c.oid`

const SEQUENCE_VALUES = `
  select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) as line
  from pg_sequences where last_value is not null order by 1`

const CONSTRAINTS = `
  select format('alter table %s add constraint %I %s;', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where contype in ('p', 'u', 'x', 'c', 'f') and c.relnamespace in ${OWN_SCHEMAS}
  order by case contype when 'p' then 1 when 'u' then 2 when 'f' then 4 else 3 end, k.oid`

const INDEXES = `
  select pg_get_indexdef(x.indexrelid) || ';' as line from pg_index x join pg_class c on c.oid = x.indrelid
  where c.relnamespace in ${OWN_SCHEMAS} and c.relkind = 'r'
    and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
  order by x.indexrelid`

const TRIGGERS = `
  select pg_get_triggerdef(g.oid) || ';' as line from pg_trigger g join pg_class c on c.oid = g.tgrelid
  where not tgisinternal and c.relnamespace in ${OWN_SCHEMAS} order by g.oid`

const VIEWS = `
  select format('create view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid)) as line from pg_class c
  where c.relkind = 'v' and c.relnamespace in ${OWN_SCHEMAS} and ${NOT_OF_EXTENSIONS('pg_class', 'c.oid')} order by c.oid`

const POLICIES = `
  select format('alter table %s enable row level security;', c.oid::regclass) as line from pg_class c
  where relrowsecurity and c.relnamespace in ${OWN_SCHEMAS}
  union all
  select format('create policy %I on %I.%I to %s%s%s;', policyname, schemaname, tablename, array_to_string(roles, ', '),
    ' using (' || qual || ')', ' with check (' || with_check || ')')
  from pg_policies`

const GRANTS = `
  select format('grant %s on %s %s to %I;', string_agg(a.privilege_type, ', '), case o.kind when 'S' then 'sequence' when 'n' then 'schema' when 'f' then 'function' else 'table' end,
    o.name, r.rolname) as line
  from (
    select case when relkind = 'S' then 'S' else 'r' end as kind, oid::regclass::text as name, relacl as acl from pg_class where relnamespace in ${OWN_SCHEMAS}
    union all select 'n', quote_ident(nspname), nspacl from pg_namespace where oid in ${OWN_SCHEMAS}
    union all select 'f', oid::regprocedure::text, proacl from pg_proc where pronamespace in ${OWN_SCHEMAS}
  ) o cross join aclexplode(o.acl) a join pg_roles r on r.oid = a.grantee
  where not r.rolsuper group by o.kind, o.name, r.rolname order by 1`

const COMMENTS = `
  select format('comment on %s %s is %L;', case c.relkind when 'v' then 'view' else 'table' end, c.oid::regclass, d.description) as line
  from pg_description d join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
  where d.objsubid = 0 and c.relkind in ('r', 'v') and c.relnamespace in ${OWN_SCHEMAS}`
