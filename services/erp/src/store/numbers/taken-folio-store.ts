import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** Documents that actions make and number themselves. */
export type FolioTable =
  | 'anticipo_proveedor'
  | 'anticipo_venta'
  | 'movimiento_bancario'
  | 'movimiento_personal'
  | 'pago_proveedor'
  | 'programacion_pago'
  | 'recibo_nomina'
  | 'solicitud_ausencia'
  | 'solicitud_vacaciones'

/** Finds those of the folios that documents have already. */
export async function findTakenFolios(
  tx: Tx,
  empresa: EmpresaId,
  { table, folios }: { readonly table: FolioTable; readonly folios: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ folio: string }>(sql`
    select folio from ${trusted(`"${table}"`)} where empresa_id = ${empresa}::int8 and folio = any(${folios}::text[])`)
  return new Set(rows.map(({ folio }) => folio))
}
