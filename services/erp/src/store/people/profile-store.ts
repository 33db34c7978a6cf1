import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** What a profile says, with everything that it inherits. */
export interface ProfileContent {
  /** The rights that it grants, each with the amount up to which; null: any. */
  readonly grants: readonly { readonly clave: string; readonly limite: string | null }[]
  /** Whether it takes anything away: by refusals, by fields or by rules on records. */
  readonly limits: boolean
}

/** Reads what the given profiles say together, including those that are inactive now but could be activated. */
export async function readProfiles(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ProfileContent> {
  const [content] = await tx.query<ProfileContent>(sql`
    with recursive cadena as (
      select p.id, p.padre, array[p.id] as camino from perfil p
      where p.empresa_id = ${empresa}::int8 and p.id = any(${ids}::int8[])
      union all
      select p.id, p.padre, c.camino || p.id from cadena c join perfil p
        on p.empresa_id = ${empresa}::int8 and p.id = c.padre where p.id <> all(c.camino)),
    permisos as (
      select s.clave, t.concedido, t.limite_importe::text as limite from perfil_permiso t
      join permiso_sistema s on s.id = t.permiso
      where t.empresa_id = ${empresa}::int8 and t.perfil in (select id from cadena))
    select
      coalesce((select json_agg(json_build_object('clave', clave, 'limite', limite)) from permisos
        where concedido), '[]') as grants,
      exists (select from permisos where not concedido)
        or exists (select from perfil_campo f where f.empresa_id = ${empresa}::int8
          and f.perfil in (select id from cadena))
        or exists (select from regla_registro r where r.empresa_id = ${empresa}::int8
          and r.perfil in (select id from cadena)) as limits`)
  return content ?? { grants: [], limits: false }
}

/** Finds the key of a PermisoSistema. */
export async function findPermissionKey(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx.query<{ clave: string }>(
    sql`select clave from permiso_sistema where id = ${id}::int8`,
  )
  return rows[0]?.clave
}

/** Finds the model of an EventoSistema. */
export async function findEventModel(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx.query<{ nombre: string }>(sql`
    select m.nombre from evento_sistema e join modelo_sistema m on m.id = e.modelo where e.id = ${id}::int8`)
  return rows[0]?.nombre
}

/** Finds the name of a ModeloSistema. */
export async function findModelName(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx.query<{ nombre: string }>(
    sql`select nombre from modelo_sistema where id = ${id}::int8`,
  )
  return rows[0]?.nombre
}

/** Whether a user may change the catalogs that all companies share. */
export async function isOperator(tx: Tx, empresa: EmpresaId, usuario: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from oficina.operador where empresa_id = ${empresa}::int8 and usuario_id = ${usuario}::int8`)
  return rows.length > 0
}

export interface OwnRight {
  readonly clave: string
  /** The amount up to which; null: any. */
  readonly limite: string | null
}

/** Finds the profiles that a user has today, and the amounts up to which they allow actions. */
export async function findOwn(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly usuario: string; readonly today: string },
): Promise<{ readonly profiles: readonly string[]; readonly limits: readonly OwnRight[] }> {
  const [own] = await tx.query<{ profiles: readonly string[]; limits: readonly OwnRight[] }>(sql`
    with recursive mios as (
      select p.id, p.padre, array[p.id] as camino from usuario_perfil up
      join perfil p on p.empresa_id = ${empresa}::int8 and p.id = up.perfil
      where up.empresa_id = ${empresa}::int8 and up.usuario = ${wanted.usuario}::int8
        and coalesce(up.activo, true) and coalesce(p.activo, true) and up.inicio_vigencia <= ${wanted.today}::date
        and (up.fin_vigencia is null or up.fin_vigencia >= ${wanted.today}::date)
      union all
      select p.id, p.padre, c.camino || p.id from mios c join perfil p
        on p.empresa_id = ${empresa}::int8 and p.id = c.padre
      where coalesce(p.activo, true) and p.id <> all(c.camino))
    select
      coalesce((select json_agg(distinct id::text) from mios), '[]') as profiles,
      coalesce((select json_agg(x) from (
        select s.clave, case when bool_or(t.limite_importe is null) then null else max(t.limite_importe)::text end as limite
        from perfil_permiso t join permiso_sistema s on s.id = t.permiso
        where t.empresa_id = ${empresa}::int8 and t.concedido and t.perfil in (select id from mios)
          and (t.inicio_vigencia is null or t.inicio_vigencia <= ${wanted.today}::date)
          and (t.fin_vigencia is null or t.fin_vigencia >= ${wanted.today}::date)
        group by s.clave) x), '[]') as limits`)
  return own ?? { profiles: [], limits: [] }
}
