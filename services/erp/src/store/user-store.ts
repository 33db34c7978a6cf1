import type { Database, Tx } from '@oficina/kit/database.ts'
import { prepared, sql } from '@oficina/kit/sql.ts'

import { readAs, type EmpresaId } from './tenant-database.ts'

/** What a login needs to know of a user. */
export interface LoginRow {
  readonly empresa_id: string
  readonly usuario_id: string
  readonly password: string | null
  readonly usuario: string
  readonly nombre: string
  readonly empresa: string
}

/**
 * The active users with this name, oldest company first; `clave` narrows it to one company.
 * A name is unique within a company only, so that no company can find out the names of another.
 */
export async function findLogins(
  database: Tx,
  name: { readonly usuario: string; readonly clave: string | null; readonly limit: number },
): Promise<readonly LoginRow[]> {
  return await database.query<LoginRow>(sql`
    select empresa_id::text, usuario_id::text, password, usuario, nombre, empresa
    from oficina.usuarios_de_acceso(${name.usuario}, ${name.clave}, ${name.limit})`)
}

export interface PermissionRow {
  readonly clave: string
  readonly concedido: boolean
}

/** The rights that the profiles of a user give and take today. */
export async function findPermissions(
  database: Database,
  empresa: EmpresaId,
  of: { readonly usuarioId: string; readonly today: string },
): Promise<readonly PermissionRow[]> {
  return await readAs<PermissionRow>(
    database,
    empresa,
    prepared(
      'permissions',
      sql`with recursive perfiles as (
            select p.id, p.padre from usuario_perfil up join perfil p
              on p.empresa_id = up.empresa_id and p.id = up.perfil
            where up.empresa_id = ${empresa}::int8 and up.usuario = ${of.usuarioId}::int8
              and coalesce(up.activo, true) and coalesce(p.activo, true)
              and up.inicio_vigencia <= ${of.today}::date
              and (up.fin_vigencia is null or up.fin_vigencia >= ${of.today}::date)
            union
            select p.id, p.padre from perfiles c join perfil p
              on p.empresa_id = ${empresa}::int8 and p.id = c.padre
            where coalesce(p.activo, true))
          select distinct ps.clave, pp.concedido from perfiles c
          join perfil_permiso pp on pp.empresa_id = ${empresa}::int8 and pp.perfil = c.id
          join permiso_sistema ps on ps.id = pp.permiso
          where (pp.inicio_vigencia is null or pp.inicio_vigencia <= ${of.today}::date)
            and (pp.fin_vigencia is null or pp.fin_vigencia >= ${of.today}::date)`,
    ),
  )
}

/** Declares what any process has cached of a user's rights stale. */
export async function bumpPermissionVersion(
  database: Tx,
  empresa: EmpresaId,
  usuarioId: string,
): Promise<void> {
  await database.execute(sql`
    insert into oficina.permiso_version (empresa_id, usuario_id, version)
    values (${empresa}, ${usuarioId}, 1)
    on conflict (empresa_id, usuario_id) do update set version = permiso_version.version + 1`)
}
