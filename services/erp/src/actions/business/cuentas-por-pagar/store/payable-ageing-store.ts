import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { agesInBase, sumsByAge, type Ageing } from '../../../../store/reports/ageing.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/**
 * What is owed to suppliers now by how long it has been due, by supplier and currency; in the company's currency at the
 * rate of each invoice. Invoices that wait for their validation are owed too.
 */
export async function readPayablesAgeing(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly proveedor: string | null
    /** `YYYY-MM-DD`. */
    readonly to: string
    /** Whether suppliers are shown in words. */
    readonly isNamed: boolean
    readonly page: number
    readonly perPage: number
  },
): Promise<Ageing> {
  const rows = await tx.query<Ageing>(
    sql`with partes as (
            select u.proveedor, u.moneda, ${wanted.to}::date - u.vencimiento as dias, u.saldo,
              round(u.saldo * u.tipo_cambio, 2) as base
            from cuenta_por_pagar u
            where u.empresa_id = ${empresa}::int8 and u.saldo > 0 and u.estado <> 'cancelada'
              and (${wanted.proveedor}::int8 is null or u.proveedor = ${wanted.proveedor}::int8)),
          sumas as (
            select proveedor, moneda, ${sumsByAge('saldo')}, sum(saldo) as total,
              sum(base)::numeric(18, 2) as total_base
            from partes group by proveedor, moneda)
          select (select count(*) from sumas) as total,
            coalesce((select sum(total_base) from sumas), 0)::numeric(18, 2)::text as total_base,
            ${agesInBase()} as edades,
            coalesce((select json_agg(row_to_json(x))::text from (
              select s.proveedor, case when ${wanted.isNamed} then (select concat_ws(' ', k.clave, k.razon_social)
                  from proveedor k where k.empresa_id = ${empresa}::int8 and k.id = s.proveedor) end as proveedor_str,
                m.clave as moneda_str, s.por_vencer, s.vencido_30, s.vencido_60, s.vencido_90, s.vencido_mas_90,
                s.total, s.total_base
              from sumas s join moneda m on m.id = s.moneda
              order by s.proveedor, m.clave limit ${wanted.perPage} offset ${(wanted.page - 1) * wanted.perPage}) x), '[]') as rows`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the ageing of payables returned no row')
  return row
}
