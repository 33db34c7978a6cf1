import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import { readAs, type EmpresaId } from '../tenant-database.ts'
import { LANGUAGE_PREFERENCE } from './preference-store.ts'
import { profilesSql } from './user-store.ts'

/** PoliticaAcceso as it applies to a user; a number is null where the policy requires nothing. */
export interface PolicyRow {
  readonly longitud_minima: number | null
  readonly exige_complejidad: boolean | null
  readonly dias_vigencia: number | null
  readonly contrasenas_recordadas: number | null
  readonly minutos_inactividad: number | null
  readonly sesiones_simultaneas: number | null
  readonly exige_doble_factor: boolean | null
}

const POLICY_COLUMNS = sql`p.longitud_minima, p.exige_complejidad, p.dias_vigencia, p.contrasenas_recordadas,
  p.minutos_inactividad, p.sesiones_simultaneas, p.exige_doble_factor`

/** The policy that a user would have with this `politica`: that one while it is active, else the company's default. */
export function policySql(empresa: EmpresaId, politica: string | null): Sql {
  return sql`
    select ${POLICY_COLUMNS} from politica_acceso p
    where p.empresa_id = ${empresa}::int8 and coalesce(p.activo, true)
      and (p.id = ${politica}::int8 or p.es_predeterminada)
    order by (p.id = ${politica}::int8) is true desc, p.id limit 1`
}

/** What applies to a user at sign-in and at every request. */
export interface UserPolicyRow extends PolicyRow {
  readonly doble_factor: boolean | null
  readonly tiene_factor: boolean
  /** The key of the language that he prefers, such as `es-MX`: by his own choice, else by that of his record. */
  readonly idioma: string | null
  /** When the password was set. */
  readonly puesta_en: Date
}

function userPolicySql(empresa: EmpresaId, usuarioId: string): Sql {
  return sql`
    select ${POLICY_COLUMNS}, u.doble_factor,
      coalesce((select p.valor #>> '{}' from oficina.preferencia p where p.empresa_id = ${empresa}::int8
        and p.usuario_id = u.id and p.clave = ${LANGUAGE_PREFERENCE}),
        (select i.clave from idioma i where i.id = u.idioma)) as idioma,
      exists (select from factor_autenticacion f where f.empresa_id = ${empresa}::int8 and f.usuario = u.id
        and f.tipo = 'totp' and f.verificado_en is not null and coalesce(f.activo, true)) as tiene_factor,
      coalesce((select max(c.puesta_en) from oficina.contrasena c
        where c.empresa_id = ${empresa}::int8 and c.usuario_id = u.id), u.creado_en) as puesta_en
    from usuario u
    left join lateral (
      select p.* from politica_acceso p
      where p.empresa_id = ${empresa}::int8 and coalesce(p.activo, true) and (p.id = u.politica or p.es_predeterminada)
      order by (p.id = u.politica) is true desc, p.id limit 1) p on true
    where u.empresa_id = ${empresa}::int8 and u.id = ${usuarioId}::int8`
}

/** At most one policy is the company's default. */
export async function clearOtherDefaults(tx: Tx, empresa: EmpresaId, id: string): Promise<void> {
  await tx.execute(sql`
    update politica_acceso set es_predeterminada = false, version = version + 1
    where empresa_id = ${empresa} and id <> ${id}::int8 and es_predeterminada`)
}

/** The hashes of a user's last passwords, the current one included. */
export function lastPasswordsSql(empresa: EmpresaId, usuarioId: string, count: number): Sql {
  return sql`
    select u.password as huella from usuario u where u.empresa_id = ${empresa}::int8 and u.id = ${usuarioId}::int8
    union
    (select c.huella from oficina.contrasena c
      where c.empresa_id = ${empresa}::int8 and c.usuario_id = ${usuarioId}::int8
      order by c.numero desc limit ${count})`
}

/** Stores the hash of a new password beside the previous ones. */
export async function insertPassword(
  tx: Tx,
  empresa: EmpresaId,
  set: { usuarioId: string; huella: string; at: string; keep: number },
): Promise<void> {
  await tx.execute(sql`
    insert into oficina.contrasena (empresa_id, usuario_id, puesta_en, huella)
    values (${empresa}, ${set.usuarioId}, ${set.at}, ${set.huella})`)
  await tx.execute(sql`
    delete from oficina.contrasena where empresa_id = ${empresa} and usuario_id = ${set.usuarioId} and numero not in (
      select numero from oficina.contrasena where empresa_id = ${empresa} and usuario_id = ${set.usuarioId}
      order by numero desc limit ${set.keep})`)
}

/** Sets a user's own password. */
export async function updatePassword(
  tx: Tx,
  empresa: EmpresaId,
  { usuarioId, huella, at }: { usuarioId: string; huella: string; at: string },
): Promise<void> {
  await tx.execute(sql`
    update usuario set password = ${huella}, modificado_en = ${at}, version = version + 1
    where empresa_id = ${empresa} and id = ${usuarioId}::int8`)
}

export interface NetworkRow {
  readonly id: string
  readonly rango_cidr: string
  readonly regla: 'permitir' | 'bloquear'
}

/** The networks that apply to a user today: those without profile or branch, or with one of his. */
export function networksSql(empresa: EmpresaId, usuarioId: string, today: string): Sql {
  return sql`
    ${profilesSql(empresa, { kind: 'user', usuarioId }, today)},
    sucursales as (
      select us.sucursal as id from usuario_sucursal us
      where us.empresa_id = ${empresa}::int8 and us.usuario = ${usuarioId}::int8 and coalesce(us.activo, true)
      union
      select up.sucursal from usuario_perfil up
      where up.empresa_id = ${empresa}::int8 and up.usuario = ${usuarioId}::int8 and coalesce(up.activo, true)
        and up.inicio_vigencia <= ${today}::date
        and (up.fin_vigencia is null or up.fin_vigencia >= ${today}::date))
    select r.id::text, r.rango_cidr, r.regla from red_permitida r
    where r.empresa_id = ${empresa}::int8 and coalesce(r.activo, true)
      and (r.inicio_vigencia is null or r.inicio_vigencia <= ${today}::date)
      and (r.fin_vigencia is null or r.fin_vigencia >= ${today}::date)
      and (r.perfil is null or r.perfil in (select id from perfiles))
      and (r.sucursal is null or r.sucursal in (select id from sucursales where id is not null))
    order by r.id`
}

export async function countNetworks(tx: Tx, empresa: EmpresaId): Promise<number> {
  const rows = await tx.query<{ n: number }>(
    sql`select count(*) as n from red_permitida where empresa_id = ${empresa}`,
  )
  return rows[0]?.n ?? 0
}

interface Person {
  readonly empresa: EmpresaId
  readonly usuarioId: string
}

export async function findNetworks(
  database: Database,
  { empresa, usuarioId }: Person,
  today: string,
): Promise<readonly NetworkRow[]> {
  const statement = networksSql(empresa, usuarioId, today)
  return await readAs<NetworkRow>(database, empresa, statement)
}

export async function findUserPolicy(
  database: Database,
  { empresa, usuarioId }: Person,
): Promise<UserPolicyRow | undefined> {
  const statement = userPolicySql(empresa, usuarioId)
  const [row] = await readAs<UserPolicyRow>(database, empresa, statement)
  return row
}
