import { TENANT_COLUMN } from '../dictionary/types.ts'
import { APP_ROLE, quoted, TENANT_SETTING } from './ddl.ts'
import type { TableShape } from './table-shape.ts'

/** Whether one server stores everything, or Citus spreads the companies over several. */
export type Placement = 'one server' | 'distributed'

/**
 * How Citus stores a table: in parts by the company, those of all tables together (`company`), whole on every node
 * (`everywhere`), or on the coordinator alone, but in the same transactions (`coordinator`).
 */
type Kind = 'company' | 'everywhere' | 'coordinator'

/** Platform tables that belong to companies and are only ever asked for one of them. */
const OF_COMPANIES = [
  'contador',
  'permiso_version',
  'operador',
  'idempotencia',
  'contrasena',
  'factor_totp',
  'codigo_respaldo',
  'uso_clave',
  'csd',
  'preferencia',
]

/**
 * Platform tables that are asked before the company is known, and queues from which a worker takes the oldest row of
 * all companies and locks it.
 */
const OF_THE_COORDINATOR = ['sesion', 'salida', 'timbrado', 'cancelacion', 'envio_reporte']

/** Where the table of a model belongs. */
export function distributeModel({ scope, table }: TableShape): string {
  return `select ${place(scope === 'tenant' ? 'company' : 'everywhere', `public.${quoted(table)}`)};`
}

/** Puts the platform's tables where they belong, but those that are there. */
export function distributePlatform(): string {
  const tables = [
    ...OF_COMPANIES.map((name) => [`oficina.${name}`, 'company'] as const),
    ...OF_THE_COORDINATOR.map((name) => [`oficina.${name}`, 'coordinator'] as const),
  ]
  const missing = tables.map(
    ([name, kind]) =>
      `if not exists (select from pg_dist_partition where logicalrelid = '${name}'::regclass) then perform ${place(kind, name)}; end if;`,
  )
  return `do $$ begin\n${missing.join('\n')}\n${MAY_NUMBER}\nend $$;`
}

// An identity's numbers need no right on one server; where Citus inserts what it has selected on a node, they do.
const MAY_NUMBER = `if not has_sequence_privilege('${APP_ROLE}', 'oficina.salida_id_seq', 'usage') then
  grant usage on sequence oficina.salida_id_seq to ${APP_ROLE}; end if;`

function place(kind: Kind, name: string): string {
  const table = `'${name}'`
  switch (kind) {
    case 'company':
      // The first one makes the group, in which rows of one company lie on one node, whatever their table.
      return name === FIRST
        ? `create_distributed_table(${table}, '${TENANT_COLUMN}', colocate_with => 'none')`
        : `create_distributed_table(${table}, '${TENANT_COLUMN}', colocate_with => '${FIRST}')`
    case 'everywhere':
      return `create_reference_table(${table})`
    case 'coordinator':
      return `citus_add_local_table_to_metadata(${table})`
  }
}

const FIRST = 'oficina.contador'

/**
 * Sets the company of a transaction: a function, so that the statement that calls it is the same everywhere. On one
 * server the planner replaces the call by its body. Citus passes the setting on to the nodes that a transaction asks,
 * if it is set by a command, and decides at each execution which node that is, for which it needs the values.
 */
export function enterCompanyFunction(placement: Placement): string {
  const [language, body] =
    placement === 'one server'
      ? [
          'sql',
          `select set_config('${TENANT_SETTING}', empresa, true) || set_config('plan_cache_mode', planes, true)`,
        ]
      : [
          'plpgsql',
          `begin
  perform set_config('citus.propagate_set_commands', 'local', true);
  execute format('set local ${TENANT_SETTING} = %L', empresa);
  return empresa;
end`,
        ]
  return `create or replace function oficina.en_empresa(empresa text, planes text) returns text
language ${language} as $$ ${body} $$;`
}
