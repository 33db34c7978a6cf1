import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'
import { bumpPermissionVersion } from './user-store.ts'

/** The one preference that the service itself follows. @source docs/decisions/0280-erp-languages.md */
export const LANGUAGE_PREFERENCE = 'idioma'

/** Whose preferences. */
interface Person {
  readonly empresa: EmpresaId
  readonly usuarioId: string
}

/** One row: all preferences of a person as the JSON text of one object. */
export function preferencesSql({ empresa, usuarioId }: Person): Sql {
  return sql`select coalesce(json_object_agg(clave, valor order by clave), '{}')::text as preferencias
        from oficina.preferencia where empresa_id = ${empresa}::int8 and usuario_id = ${usuarioId}::int8`
}

/**
 * Keeps a preference, unless the person would have more than `most`.
 * @param valor JSON text
 * @returns whether it was kept
 */
export async function keepPreference(
  tx: Tx,
  { empresa, usuarioId }: Person,
  kept: {
    readonly clave: string
    readonly valor: string
    readonly most: number
    readonly now: Date
  },
): Promise<boolean> {
  const rows = await tx.query(
    sql`insert into oficina.preferencia (empresa_id, usuario_id, clave, valor, modificado_en)
          select ${empresa}::int8, ${usuarioId}::int8, ${kept.clave}, ${kept.valor}::jsonb, ${kept.now}::timestamptz
          where (select count(*) from oficina.preferencia where empresa_id = ${empresa}::int8
                   and usuario_id = ${usuarioId}::int8 and clave <> ${kept.clave}) < ${kept.most}::int8
          on conflict (empresa_id, usuario_id, clave)
            do update set valor = excluded.valor, modificado_en = excluded.modificado_en
          returning clave`,
  )
  if (kept.clave === LANGUAGE_PREFERENCE) await bumpPermissionVersion(tx, empresa, usuarioId)
  return rows.length > 0
}

export async function dropPreference(
  tx: Tx,
  { empresa, usuarioId }: Person,
  clave: string,
): Promise<void> {
  await tx.execute(
    sql`delete from oficina.preferencia
          where empresa_id = ${empresa}::int8 and usuario_id = ${usuarioId}::int8 and clave = ${clave}`,
  )
  if (clave === LANGUAGE_PREFERENCE) await bumpPermissionVersion(tx, empresa, usuarioId)
}
