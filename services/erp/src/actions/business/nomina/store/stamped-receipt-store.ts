import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A receipt of a run, with what became of its CFDI. */
export interface ReceiptOfRun {
  readonly id: string
  readonly nomina: string
  readonly folio: string
  readonly estado: string
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
}

/** The receipts of runs that nobody cancelled, in the order of runs and people. */
export async function findReceiptsOfRuns(
  tx: Tx,
  empresa: EmpresaId,
  runs: readonly string[],
): Promise<readonly ReceiptOfRun[]> {
  if (runs.length === 0) return []
  return await tx.query<ReceiptOfRun>(
    sql`select r.id::text as id, r.nomina::text as nomina, r.folio, r.estado, r.cfdi::text as cfdi,
            f.estado as cfdi_estado
          from recibo_nomina r
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = r.cfdi
          where r.empresa_id = ${empresa}::int8 and r.nomina = any(${runs}::int8[])
            and r.estado is distinct from 'cancelado'
          order by r.nomina, r.id`,
  )
}

const ON_ITS_WAY: ReadonlySet<string | null> = new Set(['por_timbrar', 'por_cancelar', 'vigente'])

/** The SAT has its CFDI, or the PAC is about to. */
export function isTold({ cfdi_estado }: Pick<ReceiptOfRun, 'cfdi_estado'>): boolean {
  return ON_ITS_WAY.has(cfdi_estado)
}
