import type { Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { empresaId, type EmpresaId } from '../../../../store/tenant-database.ts'

/** Finds the reservations that should have ended before a day, of all companies; as the owner of the database. */
export async function findExpiredReservations(
  owner: Database,
  { today, limit }: { readonly today: string; readonly limit: number },
): Promise<ReadonlyMap<EmpresaId, readonly string[]>> {
  const rows = await owner.query<{ empresa: string; id: string }>(sql`
    select empresa_id::text as empresa, id::text as id from public.reserva_inventario
    where estado = 'vigente' and vence < ${today}::date order by empresa_id, id limit ${limit}`)
  const byCompany = Map.groupBy(rows, ({ empresa }) => empresaId(empresa))
  return new Map([...byCompany].map(([empresa, found]) => [empresa, found.map(({ id }) => id)]))
}
