import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** Two rights that one person should not have, or not use on one record. */
export interface SegregationRule {
  readonly clave: string
  readonly nombre: string
  readonly respuesta: 'advertir' | 'bloquear'
  readonly permiso_a: string
  readonly permiso_b: string
}

export async function findSegregationRules(
  tx: Tx,
  empresa: EmpresaId,
): Promise<readonly SegregationRule[]> {
  return await tx.query<SegregationRule>(
    sql`select r.clave, r.nombre, r.respuesta, a.clave as permiso_a, b.clave as permiso_b
          from regla_segregacion r join permiso_sistema a on a.id = r.permiso_a
          join permiso_sistema b on b.id = r.permiso_b
          where r.empresa_id = ${empresa}::int8 and coalesce(r.activo, true) order by r.id`,
  )
}

export interface HeldRight {
  readonly usuario: string
  readonly nombre: string
  readonly clave: string
  readonly concedido: boolean
}

/**
 * What the profiles of users say about some rights, today or later: of one user, or of all who have a profile, directly
 * or by inheritance. Administrators, who have all rights anyway, are left out.
 */
export async function findHeldRights(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly keys: readonly string[]
    readonly today: string
    readonly usuario: string | null
    readonly perfil: string | null
  },
): Promise<readonly HeldRight[]> {
  return await tx.query<HeldRight>(sql`
    with recursive cadena as (
      select up.usuario, p.id, p.padre, array[p.id] as camino from usuario_perfil up
      join perfil p on p.empresa_id = ${empresa}::int8 and p.id = up.perfil and coalesce(p.activo, true)
      where up.empresa_id = ${empresa}::int8 and coalesce(up.activo, true)
        and (up.fin_vigencia is null or up.fin_vigencia >= ${wanted.today}::date)
        and (${wanted.usuario}::int8 is null or up.usuario = ${wanted.usuario}::int8)
      union all
      select c.usuario, p.id, p.padre, c.camino || p.id from cadena c join perfil p
        on p.empresa_id = ${empresa}::int8 and p.id = c.padre
      where coalesce(p.activo, true) and p.id <> all(c.camino))
    select distinct c.usuario::text as usuario, u.usuario as nombre, s.clave, coalesce(t.concedido, false) as concedido
    from cadena c
    join usuario u on u.empresa_id = ${empresa}::int8 and u.id = c.usuario and not coalesce(u.es_administrador, false)
    join perfil_permiso t on t.empresa_id = ${empresa}::int8 and t.perfil = c.id
      and (t.fin_vigencia is null or t.fin_vigencia >= ${wanted.today}::date)
    join permiso_sistema s on s.id = t.permiso and s.clave = any(${wanted.keys}::text[])
    where ${wanted.perfil}::int8 is null
      or c.usuario in (select x.usuario from cadena x where x.id = ${wanted.perfil}::int8)
    order by 2, 3`)
}

/** Finds what a user did to records of a model, by the audit log: `operacion`, or the name of the action. */
export async function findDeeds(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly usuario: string; readonly model: string; readonly ids: readonly string[] },
): Promise<readonly { readonly registro: string; readonly hecho: string }[]> {
  return await tx.query(sql`
    select distinct r.registro, coalesce(a.nombre, r.operacion) as hecho
    from registro_auditoria r left join accion_sistema a on a.id = r.accion
    where r.empresa_id = ${empresa}::int8 and r.usuario = ${wanted.usuario}::int8
      and r.modelo = (select m.id from modelo_sistema m where m.nombre = ${wanted.model})
      and r.registro = any(${wanted.ids}::text[])`)
}

/** Finds the pairs of rights about which a company has a rule of its own, in force or not. */
export async function findRuledPairs(
  tx: Tx,
  empresa: EmpresaId,
): Promise<readonly Pick<SegregationRule, 'permiso_a' | 'permiso_b'>[]> {
  return await tx.query(
    sql`select a.clave as permiso_a, b.clave as permiso_b
          from regla_segregacion r join permiso_sistema a on a.id = r.permiso_a
          join permiso_sistema b on b.id = r.permiso_b
          where r.empresa_id = ${empresa}::int8`,
  )
}

/** Finds those of the records that a user made, or of which he changed one of some fields. */
export async function findWritten(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly usuario: string
    readonly model: string
    readonly ids: readonly string[]
    readonly fields: readonly string[]
  },
): Promise<readonly { readonly registro: string; readonly operacion: 'alta' | 'cambio' }[]> {
  return await tx.query(
    sql`select distinct r.registro, r.operacion from registro_auditoria r
          where r.empresa_id = ${empresa}::int8 and r.usuario = ${wanted.usuario}::int8
            and r.modelo = (select m.id from modelo_sistema m where m.nombre = ${wanted.model})
            and r.registro = any(${wanted.ids}::text[])
            and (r.operacion = 'alta' or r.operacion = 'cambio' and exists (
              select from unnest(${wanted.fields}::text[]) as f(campo)
              where r.despues ? f.campo and r.despues -> f.campo is distinct from r.antes -> f.campo))`,
  )
}
