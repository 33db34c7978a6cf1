import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/**
 * What the company's accounts hold by their movements, each in its own currency. @returns a JSON array as text, by the
 * accounts' codes
 */
export async function readCash(tx: Tx, empresa: EmpresaId): Promise<string> {
  const rows = await tx.query<{ rows: string }>(
    sql`select coalesce((select json_agg(row_to_json(x))::text from (
            select b.id as cuenta, concat_ws(' ', b.clave, b.nombre) as cuenta_str, m.clave as moneda_str,
              coalesce(v.saldo, 0)::numeric(18, 2) as saldo, b.saldo_minimo,
              coalesce(v.saldo, 0) < coalesce(b.saldo_minimo, 0) as bajo_minimo, v.ultimo
            from cuenta_bancaria b
            join moneda m on m.id = b.moneda
            left join (select cuenta_bancaria, max(fecha) as ultimo,
                sum(case when naturaleza = 'abono' then importe else -importe end) as saldo
              from movimiento_bancario
              where empresa_id = ${empresa}::int8 and estado in ('aplicado', 'conciliado')
              group by cuenta_bancaria) v on v.cuenta_bancaria = b.id
            where b.empresa_id = ${empresa}::int8 and b.activo is not false
            order by b.clave) x), '[]') as rows`,
  )
  return rows[0]?.rows ?? '[]'
}
