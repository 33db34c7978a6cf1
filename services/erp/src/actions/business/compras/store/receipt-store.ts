import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Takes receipts away again that this transaction has just written. */
export async function discardReceipts(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    delete from recepcion_compra_partida where empresa_id = ${empresa}::int8 and recepcion = any(${ids}::int8[])`)
  await tx.execute(sql`
    delete from recepcion_compra where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`)
}
