import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What runs give in kind, by run; those that give nothing are left out. */
export async function findInKind(
  tx: Tx,
  empresa: EmpresaId,
  runs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ readonly nomina: string; readonly importe: string }>(
    sql`select r.nomina::text as nomina, sum(l.importe)::text as importe
          from recibo_nomina r
          join recibo_nomina_concepto l on l.empresa_id = ${empresa}::int8 and l.recibo = r.id
          join concepto_nomina c on c.empresa_id = ${empresa}::int8 and c.id = l.concepto and c.es_especie
          where r.empresa_id = ${empresa}::int8 and r.nomina = any(${runs}::int8[])
            and r.estado is distinct from 'cancelado' and c.tipo in ('percepcion', 'otro_pago')
          group by r.nomina`,
  )
  return new Map(rows.map(({ nomina, importe }) => [nomina, importe]))
}

/** Those of the runs whose receipts are all stamped. */
export async function hasStamped(
  tx: Tx,
  empresa: EmpresaId,
  runs: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ readonly nomina: string }>(
    sql`select nomina::text as nomina from recibo_nomina
          where empresa_id = ${empresa}::int8 and nomina = any(${runs}::int8[]) and estado is distinct from 'cancelado'
          group by nomina having bool_and(cfdi is not null)`,
  )
  return new Set(rows.map(({ nomina }) => nomina))
}

/** Marks the receipts of a run as paid, or as what they were before: stamped, or only computed. */
export async function markReceipts(
  tx: Tx,
  empresa: EmpresaId,
  { nomina, isPaid }: { readonly nomina: string; readonly isPaid: boolean },
): Promise<void> {
  await tx.query(
    sql`update recibo_nomina
          set estado = case when ${isPaid}::bool then 'pagado' when cfdi is not null then 'timbrado' else 'calculado' end,
            version = version + 1
          where empresa_id = ${empresa}::int8 and nomina = ${nomina}::int8 and estado is distinct from 'cancelado'`,
  )
}
