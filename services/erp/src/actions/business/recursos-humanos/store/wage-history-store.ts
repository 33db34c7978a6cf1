import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Whether any wage of the employee is written down with its day. */
export async function hasWageHistory(tx: Tx, empresa: EmpresaId, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from historial_salario where empresa_id = ${empresa}::int8 and empleado = ${id}::int8 limit 1`)
  return rows.length > 0
}
