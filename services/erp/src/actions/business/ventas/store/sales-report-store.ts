import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

export interface SalesByDay {
  /** A JSON array as text, the first day first. */
  readonly rows: string
  readonly ventas: number
  readonly total_base: string
}

/** Sales that were confirmed and not cancelled by day, in the company's currency at the rate of each. */
export async function readSalesByDay(
  tx: Tx,
  empresa: EmpresaId,
  days: { readonly from: string; readonly to: string },
): Promise<SalesByDay> {
  const rows = await tx.query<SalesByDay>(
    sql`with dias as (
            select fecha, count(*) as ventas, sum(round(total * tipo_cambio, 2))::numeric(18, 2) as total_base
            from venta
            where empresa_id = ${empresa}::int8 and estado in ('confirmada', 'facturada', 'pagada')
              and fecha between ${days.from}::date and ${days.to}::date
            group by fecha)
          select coalesce((select json_agg(row_to_json(d) order by d.fecha)::text from dias d), '[]') as rows,
            coalesce((select sum(ventas) from dias), 0)::int8 as ventas,
            coalesce((select sum(total_base) from dias), 0)::numeric(18, 2)::text as total_base`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the sales by day returned no row')
  return row
}
