import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Credit notes in force of what was paid of the sales of some receivables, by receivable. */
export async function findPaidNotes(
  tx: Tx,
  empresa: EmpresaId,
  cuentas: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (cuentas.length === 0) return new Map()
  const rows = await tx.query<{ cuenta: string; folio: string }>(
    sql`select r.id::text as cuenta, min(n.folio) as folio
          from cuenta_por_cobrar r
          join nota_credito_venta_partida l on l.empresa_id = ${empresa}::int8 and l.venta = r.venta
          join nota_credito_venta n on n.empresa_id = ${empresa}::int8 and n.id = l.nota_credito
            and n.estado = 'aplicada' and n.a_favor > 0
          where r.empresa_id = ${empresa}::int8 and r.id = any(${cuentas}::int8[])
          group by r.id`,
  )
  return new Map(rows.map(({ cuenta, folio }) => [cuenta, folio]))
}
