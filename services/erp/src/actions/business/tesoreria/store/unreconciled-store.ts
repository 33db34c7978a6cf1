import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

export interface UnreconciledAccounts {
  readonly periodo: string
  readonly modelo: string
  readonly count: number
  /** The first ten. */
  readonly ids: readonly number[]
}

/** The accounts in which something moved in a period, by their bank or the books, and that were not reconciled for it. */
export async function findUnreconciled(
  tx: Tx,
  empresa: EmpresaId,
  periods: readonly string[],
): Promise<readonly UnreconciledAccounts[]> {
  return await tx.query<UnreconciledAccounts>(
    sql`select p.id::text as periodo, 'CuentaBancaria' as modelo, count(*) as count,
            to_json((array_agg(b.id order by b.id))[1:10]) as ids
          from periodo_contable p join cuenta_bancaria b on b.empresa_id = ${empresa}::int8
          where p.empresa_id = ${empresa}::int8 and p.id = any(${periods}::int8[]) and not coalesce(p.es_ajuste, false)
            and (exists (select from movimiento_bancario m where m.empresa_id = ${empresa}::int8
                and m.cuenta_bancaria = b.id and m.fecha between p.fecha_inicio and p.fecha_fin
                and m.estado in ('aplicado', 'conciliado'))
              or exists (select from estado_cuenta_bancario e where e.empresa_id = ${empresa}::int8
                and e.cuenta_bancaria = b.id and e.fecha_fin between p.fecha_inicio and p.fecha_fin))
            and not exists (select from conciliacion_bancaria c where c.empresa_id = ${empresa}::int8
              and c.cuenta_bancaria = b.id and c.periodo = p.id and c.estado in ('conciliada', 'autorizada'))
          group by p.id order by p.id`,
  )
}
