import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What of an advance was applied. */
export interface AdvanceUse {
  /** In its own currency. */
  readonly importe: string
  /** In the company's currency, at its own rate. */
  readonly base: string
}

/** Finds what was applied of locked advances; nothing of those that are left out. */
export async function findAdvanceUses(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdvanceUse>> {
  const rows = await tx.query<AdvanceUse & { anticipo: string }>(
    sql`select anticipo::text as anticipo, sum(importe)::text as importe, coalesce(sum(anticipo_base), 0)::text as base
          from anticipo_proveedor_aplicacion
          where empresa_id = ${empresa}::int8 and anticipo = any(${ids}::int8[]) and not cancelada
          group by anticipo`,
  )
  return new Map(rows.map((row) => [row.anticipo, row]))
}

/** Whether an advance was ever applied, even if that was taken back. */
export async function wasApplied(tx: Tx, empresa: EmpresaId, advance: string): Promise<boolean> {
  const rows = await tx.query<{ hay: boolean }>(sql`
    select exists (select from anticipo_proveedor_aplicacion
      where empresa_id = ${empresa}::int8 and anticipo = ${advance}::int8) as hay`)
  return rows[0]?.hay === true
}
