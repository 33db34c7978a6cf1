import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Whether a receipt was computed, as a condition. @param receipt a column of a row of the company */
export function isComputed(empresa: EmpresaId, receipt: Sql): Sql {
  return sql`exists (select from recibo_nomina c where c.empresa_id = ${empresa}::int8 and c.id = ${receipt}
    and c.huella is not null)`
}

/** The folio of a receipt that was computed; null: somebody wrote it by hand. */
export async function computedFolio(
  tx: Tx,
  empresa: EmpresaId,
  receipt: string,
): Promise<string | null> {
  const [row] = await tx.query<{ readonly folio: string }>(
    sql`select folio from recibo_nomina
      where empresa_id = ${empresa}::int8 and id = ${receipt}::int8 and huella is not null`,
  )
  return row?.folio ?? null
}
