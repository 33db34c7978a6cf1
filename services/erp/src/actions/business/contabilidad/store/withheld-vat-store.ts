import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { codedAccounts } from '../../../../store/reports/coded-accounts.ts'
import { withheldBySupplier } from '../../../../store/reports/withheld-by-supplier.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** IVA that was withheld of suppliers by what was paid in a period. */
export interface WithheldVat {
  readonly periodo: string
  readonly fecha_fin: string
  /** In the company's currency, and what of it was credited before. */
  readonly retenido: string
  readonly acreditado: string
}

export async function findWithheldVat(
  tx: Tx,
  empresa: EmpresaId,
  periods: readonly string[],
): Promise<ReadonlyMap<string, WithheldVat>> {
  const rows = await tx.query<WithheldVat>(
    sql`with periodos as (
            select id, fecha_inicio as desde, fecha_fin as hasta from periodo_contable
            where empresa_id = ${empresa}::int8 and id = any(${periods}::int8[])),
          ${withheldBySupplier(empresa)}
          select d.id::text as periodo, d.hasta::text as fecha_fin,
            coalesce((select sum(r.retenido) from retenido r where r.periodo = d.id), 0)::numeric(18, 2)::text as retenido,
            coalesce((select sum(l.cargo - l.abono) from poliza p
              join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
                and l.cuenta_contable = any(${codedAccounts(empresa, '118.01')})
              where p.empresa_id = ${empresa}::int8 and p.registro = d.id::text
                and p.modelo = (select id from modelo_sistema where nombre = 'PeriodoContable')
                and p.estado in ('aplicada', 'reversada')), 0)::numeric(18, 2)::text as acreditado
          from periodos d`,
  )
  return new Map(rows.map((row) => [row.periodo, row]))
}
