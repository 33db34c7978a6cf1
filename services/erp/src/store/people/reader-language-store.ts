import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'
import { LANGUAGE_PREFERENCE } from './preference-store.ts'

interface ReaderLanguages {
  /** The company's own. */
  readonly company: string | null
  /** By mail addresses of users in small letters; null: he prefers none. */
  readonly users: ReadonlyMap<string, string | null>
}

/**
 * The languages that users prefer, and the company's, as tags such as `es-MX`.
 * @source docs/decisions/0280-erp-languages.md
 */
export async function findReaderLanguages(
  tx: Tx,
  empresa: EmpresaId,
  addresses: readonly string[],
): Promise<ReaderLanguages> {
  const wanted = addresses.map((address) => address.toLowerCase())
  const rows = await tx.query<{ correo: string | null; idioma: string | null }>(
    sql`select * from (
            select lower(u.correo) as correo, coalesce((select p.valor #>> '{}' from oficina.preferencia p
                where p.empresa_id = ${empresa}::int8 and p.usuario_id = u.id and p.clave = ${LANGUAGE_PREFERENCE}),
              (select i.clave from idioma i where i.id = u.idioma)) as idioma, u.id
            from usuario u
            where u.empresa_id = ${empresa}::int8 and u.estado = 'activo' and lower(u.correo) = any(${wanted}::text[])
            union all
            select null, (select i.clave from idioma i where i.id = e.idioma), null
            from empresa e where e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8) t
          order by id desc`,
  )
  const [own] = rows.filter(({ correo }) => correo === null)
  return {
    company: own?.idioma ?? null,
    // Of users who share an address the first one counts.
    users: new Map(
      rows.flatMap(({ correo, idioma }) => (correo === null ? [] : [[correo, idioma]])),
    ),
  }
}
