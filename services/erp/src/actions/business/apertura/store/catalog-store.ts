import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Ids of what a company has already: parties by RFC, articles in the order in which they were asked for. */
export interface KnownCatalogs {
  readonly clientes: Readonly<Record<string, number>>
  readonly proveedores: Readonly<Record<string, number>>
  readonly articulos: readonly (number | null)[]
}

/** An article is known by its key, else by its description. */
export async function findKnownCatalogs(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly clientes: readonly string[]
    readonly proveedores: readonly string[]
    readonly articulos: readonly { readonly clave: string; readonly descripcion: string }[]
  },
): Promise<KnownCatalogs> {
  const [row] = await tx.query<KnownCatalogs>(
    sql`select
        coalesce((select json_object_agg(rfc, id) from (select rfc, min(id) as id from cliente
          where empresa_id = ${empresa}::int8 and rfc = any(${wanted.clientes}::text[]) group by rfc) c), '{}') as clientes,
        coalesce((select json_object_agg(rfc, id) from (select rfc, min(id) as id from proveedor
          where empresa_id = ${empresa}::int8 and rfc = any(${wanted.proveedores}::text[]) group by rfc) p), '{}')
          as proveedores,
        coalesce((select json_agg(coalesce(k.id, d.id) order by n.orden)
          from rows from (jsonb_to_recordset(${JSON.stringify(wanted.articulos)}::jsonb) as (clave text, descripcion text))
            with ordinality as n(clave, descripcion, orden)
          left join articulo k on k.empresa_id = ${empresa}::int8 and k.clave = n.clave
          left join lateral (select min(a.id) as id from articulo a
            where a.empresa_id = ${empresa}::int8 and a.descripcion = n.descripcion) d on true), '[]') as articulos`,
  )
  if (row === undefined) throw new Error('a statement without a table answered no row')
  return row
}

/** The units of a company's articles, by the SAT's key: the first active one. */
export async function findUnitsBySat(
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ clave: string; id: string }>(
    sql`select distinct on (k.clave) k.clave, u.id::text as id from clave_unidad k
          join unidad_medida u on u.clave_unidad = k.id and coalesce(u.activo, true)
          where k.clave = any(${keys}::text[]) order by k.clave, u.id`,
  )
  return new Map(rows.map(({ clave, id }) => [clave, id]))
}

/** Keys that the records of a model have already. */
export async function findTakenKeys(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly clientes: readonly string[]
    readonly proveedores: readonly string[]
    readonly articulos: readonly string[]
  },
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ clave: string }>(
    sql`select 'Cliente ' || clave as clave from cliente
          where empresa_id = ${empresa}::int8 and clave = any(${wanted.clientes}::text[])
        union all
        select 'Proveedor ' || clave from proveedor
          where empresa_id = ${empresa}::int8 and clave = any(${wanted.proveedores}::text[])
        union all
        select 'Articulo ' || clave from articulo
          where empresa_id = ${empresa}::int8 and clave = any(${wanted.articulos}::text[])`,
  )
  return new Set(rows.map(({ clave }) => clave))
}
