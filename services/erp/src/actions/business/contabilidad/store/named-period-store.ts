import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { laterClosed } from '../../../../store/journal-store.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A period that entries name, held open to the end of the transaction. */
export interface NamedPeriodRow {
  readonly id: string
  readonly nombre: string
  readonly desde: string
  readonly hasta: string
  readonly estado: string
  readonly es_ajuste: boolean
  readonly ejercicio_estado: string
  readonly posterior: string | null
}

export async function lockNamedPeriods(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedPeriodRow>> {
  const rows = await tx.query<NamedPeriodRow>(
    sql`select p.id::text as id, p.nombre, p.fecha_inicio::text as desde, p.fecha_fin::text as hasta, p.estado,
            coalesce(p.es_ajuste, false) as es_ajuste, e.estado as ejercicio_estado,
            ${laterClosed(empresa)} as posterior
          from periodo_contable p join ejercicio_fiscal e on e.empresa_id = ${empresa}::int8 and e.id = p.ejercicio
          where p.empresa_id = ${empresa}::int8 and p.id = any(${ids}::int8[])
          order by p.id for share of p`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
