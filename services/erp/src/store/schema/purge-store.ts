import type { Database } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

/** Tables whose rows are kept for a while only, with the column that their age counts from. */
const INSTANTS = { sesion_usuario: 'fin', intento_acceso: 'fecha_hora' } as const

/**
 * Deletes at most `limit` rows older than an instant, of all companies, as the owner of the database; returns how many.
 */
export async function purgeRows(
  owner: Database,
  table: keyof typeof INSTANTS,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const [name, instant] = [trusted(table), trusted(INSTANTS[table])]
  return await owner.execute(sql`
    delete from ${name} where (empresa_id, id) in (
      select empresa_id, id from ${name} where ${instant} < ${before} order by empresa_id, id limit ${limit})`)
}
