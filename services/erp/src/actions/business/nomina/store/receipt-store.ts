import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A receipt of a run, as it was computed last. */
export interface ReceiptRow {
  readonly id: string
  readonly empleado: string
  /** Null: somebody wrote it by hand. */
  readonly huella: string | null
  readonly total_percepciones: string
  readonly total_deducciones: string
  readonly total_otros_pagos: string
  readonly neto: string
}

/** Locks the receipts of a run, in the order of their ids. */
export async function lockReceipts(
  tx: Tx,
  empresa: EmpresaId,
  nomina: string,
): Promise<readonly ReceiptRow[]> {
  return await tx.query<ReceiptRow>(
    sql`select r.id::text as id, r.empleado::text as empleado, r.huella,
            coalesce(r.total_percepciones, 0)::text as total_percepciones,
            coalesce(r.total_deducciones, 0)::text as total_deducciones,
            coalesce(r.total_otros_pagos, 0)::text as total_otros_pagos, r.neto::text as neto
          from recibo_nomina r
          where r.empresa_id = ${empresa}::int8 and r.nomina = ${nomina}::int8
          order by r.id for update`,
  )
}

/** Deletes the lines of receipts. */
export async function deleteReceiptLines(
  tx: Tx,
  empresa: EmpresaId,
  receipts: readonly string[],
): Promise<void> {
  if (receipts.length === 0) return
  await tx.query(
    sql`delete from recibo_nomina_concepto
      where empresa_id = ${empresa}::int8 and recibo = any(${receipts}::int8[])`,
  )
}

/** Deletes receipts with their lines. */
export async function deleteReceipts(
  tx: Tx,
  empresa: EmpresaId,
  receipts: readonly string[],
): Promise<void> {
  if (receipts.length === 0) return
  await deleteReceiptLines(tx, empresa, receipts)
  await tx.query(
    sql`delete from recibo_nomina where empresa_id = ${empresa}::int8 and id = any(${receipts}::int8[])`,
  )
}

/** Whether another run of a period is computed. */
export async function isComputedBesides(
  tx: Tx,
  empresa: EmpresaId,
  { nomina, periodo }: { readonly nomina: string; readonly periodo: string },
): Promise<boolean> {
  const rows = await tx.query(
    sql`select from nomina where empresa_id = ${empresa}::int8 and periodo = ${periodo}::int8
      and id <> ${nomina}::int8 and estado not in ('borrador', 'cancelada') limit 1`,
  )
  return rows.length > 0
}
