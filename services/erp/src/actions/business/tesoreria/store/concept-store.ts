import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

export interface ConceptRow {
  readonly id: string
  readonly clave: string
  readonly naturaleza: 'ingreso' | 'egreso'
  readonly activo: boolean
  readonly cuenta_contable: string | null
}

export async function findConcepts(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ConceptRow>> {
  const rows = await tx.query<ConceptRow>(
    sql`select id::text as id, clave, naturaleza, coalesce(activo, true) as activo,
            cuenta_contable::text as cuenta_contable
          from concepto_tesoreria where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
