import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'
import { accountKey } from './sign-in-attempt-store.ts'

/** What a login needs to know of a user before the password is checked. */
export interface LoginRow {
  readonly empresa_id: string
  readonly usuario_id: string
  readonly password: string | null
  readonly usuario: string
  readonly nombre_completo: string
  readonly empresa: string
  /** Whether the typed name includes the company. */
  readonly es_exacta: boolean
  readonly bloqueado_hasta: Date | null
  readonly intentos_maximos: number | null
  readonly minutos_bloqueo: number | null
}

/**
 * The active users that a login may mean: those called `name`, and the one called `base` in the company `clave`, who
 * comes first; then by the age of the company. A name is unique only within a company, so that no company can find out
 * the names of another.
 */
export async function findLogins(
  database: Tx,
  typed: {
    readonly name: string
    readonly base: string | null
    readonly clave: string | null
    readonly limit: number
  },
): Promise<readonly LoginRow[]> {
  return await database.query<LoginRow>(
    sql`select empresa_id::text, usuario_id::text, password, usuario, nombre_completo, empresa, es_exacta,
            bloqueado_hasta, intentos_maximos, minutos_bloqueo
          from oficina.candidatos_de_acceso(${typed.name}, ${typed.base}, ${typed.clave}, ${typed.limit})`,
  )
}

/** Whose profiles: those of a user today, or one profile; each with those from which it inherits. */
export type ProfileChoice =
  | { readonly kind: 'user'; readonly usuarioId: string }
  | { readonly kind: 'profile'; readonly perfilId: string }

/** `with recursive` that gives `perfiles (id, padre)`. */
export function profilesSql(empresa: EmpresaId, choice: ProfileChoice, today: string): Sql {
  return sql`with recursive perfiles as (
            ${chosenProfiles(empresa, choice, today)}
            union
            select p.id, p.padre from perfiles c join perfil p
              on p.empresa_id = ${empresa}::int8 and p.id = c.padre
            where coalesce(p.activo, true))`
}

/** Rows `id`, `padre`: the profiles themselves, without those from which they inherit. */
export function chosenProfiles(empresa: EmpresaId, choice: ProfileChoice, today: string): Sql {
  return choice.kind === 'profile'
    ? ownProfile(empresa, choice.perfilId)
    : profilesOfUser(empresa, choice.usuarioId, today)
}

function ownProfile(empresa: EmpresaId, perfilId: string): Sql {
  return sql`select p.id, p.padre from perfil p
            where p.empresa_id = ${empresa}::int8 and p.id = ${perfilId}::int8 and coalesce(p.activo, true)`
}

function profilesOfUser(empresa: EmpresaId, usuarioId: string, today: string): Sql {
  return sql`select p.id, p.padre from usuario_perfil up join perfil p
              on p.empresa_id = ${empresa}::int8 and p.id = up.perfil
            where up.empresa_id = ${empresa}::int8 and up.usuario = ${usuarioId}::int8
              and coalesce(up.activo, true) and coalesce(p.activo, true)
              and up.inicio_vigencia <= ${today}::date
              and (up.fin_vigencia is null or up.fin_vigencia >= ${today}::date)`
}

// The version of all users of a company, beside those of each.
const WHOLE_COMPANY = '0'

/** Marks what any process has cached of the rights of a user, or of all of a company, as stale. */
export async function bumpPermissionVersion(
  database: Tx,
  empresa: EmpresaId,
  usuarioId: string | null,
): Promise<void> {
  await database.execute(sql`
    insert into oficina.permiso_version (empresa_id, usuario_id, version)
    values (${empresa}, ${usuarioId ?? WHOLE_COMPANY}, 1)
    on conflict (empresa_id, usuario_id) do update set version = permiso_version.version + 1`)
}

/** Locks a user's row, so that decisions about his sessions are made one after another. */
export async function holdUser(tx: Tx, empresa: EmpresaId, usuarioId: string): Promise<void> {
  await tx.execute(sql`
    select 1 from usuario where empresa_id = ${empresa} and id = ${usuarioId}::int8 for no key update`)
}

export function politicaOfUserSql(empresa: EmpresaId, usuarioId: string): Sql {
  return sql`
    select politica::text from usuario where empresa_id = ${empresa}::int8 and id = ${usuarioId}::int8`
}

/** Marks what any process has cached of the rights of any user as stale. */
export async function bumpEveryCompany(tx: Tx): Promise<void> {
  // Every company has counters; its other tables are hidden from the transaction of another.
  await tx.execute(sql`
    insert into oficina.permiso_version (empresa_id, usuario_id, version)
    select distinct empresa_id, ${WHOLE_COMPANY}::int8, 1 from oficina.contador order by empresa_id
    on conflict (empresa_id, usuario_id) do update set version = permiso_version.version + 1`)
}

/** Ends a lock caused by failed logins, and resets their count. */
export async function unlockUser(tx: Tx, empresa: EmpresaId, usuarioId: string): Promise<void> {
  await tx.execute(sql`
    update usuario set intentos_fallidos = 0, bloqueado_hasta = null
    where empresa_id = ${empresa} and id = ${usuarioId}::int8 and (intentos_fallidos > 0 or bloqueado_hasta is not null)`)
  await tx.execute(sql`
    delete from oficina.intento
    where clave in (${accountKey('cuenta', empresa, usuarioId)}, ${accountKey('tocayo', empresa, usuarioId)})`)
}

/** Gives a user a name, as much of it as fits, unless he has it already. */
export async function renameUser(
  tx: Tx,
  empresa: EmpresaId,
  { id, name, now }: { readonly id: string; readonly name: string; readonly now: string },
): Promise<void> {
  await tx.execute(sql`
    update usuario set nombre = left(${name}, 150), modificado_en = ${now}, version = version + 1
    where empresa_id = ${empresa} and id = ${id}::int8 and nombre <> left(${name}, 150)`)
}
