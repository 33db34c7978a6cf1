import type { Database } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

/** What is kept for a while only, with the instant that its age counts from. */
const INSTANTS = { sesion_usuario: 'fin', intento_acceso: 'fecha_hora' } as const

/** Forgets so many rows of before an instant, of all companies, as the owner of the database; the answer is how many. */
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
