import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** The person that a user is. */
export async function findOwnAsociado(
  tx: Tx,
  empresa: EmpresaId,
  usuario: string,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(sql`
    select id::text as id from asociado where empresa_id = ${empresa}::int8 and usuario = ${usuario}::int8
    order by id limit 1`)
  return row?.id ?? null
}
