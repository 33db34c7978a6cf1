import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'
import { LANGUAGE_PREFERENCE } from './preference-store.ts'

/**
 * The languages that users prefer, as tags such as `es-MX`, by their mail addresses in small letters; who prefers none
 * is left out.
 * @source docs/decisions/0280-erp-languages.md
 */
export async function findReaderLanguages(
  tx: Tx,
  empresa: EmpresaId,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = addresses.map((address) => address.toLowerCase())
  const rows = await tx.query<{ correo: string; idioma: string | null }>(
    sql`select lower(u.correo) as correo, coalesce((select p.valor #>> '{}' from oficina.preferencia p
              where p.empresa_id = ${empresa}::int8 and p.usuario_id = u.id and p.clave = ${LANGUAGE_PREFERENCE}),
            (select i.clave from idioma i where i.id = u.idioma)) as idioma
          from usuario u
          where u.empresa_id = ${empresa}::int8 and u.estado = 'activo' and lower(u.correo) = any(${wanted}::text[])
          order by u.id desc`,
  )
  // Of users who share an address the first one counts.
  return new Map(rows.flatMap(({ correo, idioma }) => (idioma === null ? [] : [[correo, idioma]])))
}
