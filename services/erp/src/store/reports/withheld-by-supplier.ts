import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** What was withheld of IVA by payments, applied advances and credit notes of what was paid, by period and supplier, as a part of a statement. */
export function withheldBySupplier(empresa: EmpresaId): Sql {
  return sql`retenido as (
            select d.id as periodo, c.proveedor, sum(a.retencion_iva_pagada) as retenido
            from periodos d
            join pago_proveedor p on p.empresa_id = ${empresa}::int8 and p.fecha between d.desde and d.hasta
              and p.estado = 'aplicado'
            join pago_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.pago = p.id
              and a.retencion_iva_pagada <> 0
            join cuenta_por_pagar c on c.empresa_id = ${empresa}::int8 and c.id = a.cuenta
            group by d.id, c.proveedor
            union all
            select d.id, c.proveedor, sum(a.retencion_iva_pagada)
            from periodos d
            join anticipo_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.fecha between d.desde and d.hasta
              and a.cancelada is not true and a.retencion_iva_pagada <> 0
            join cuenta_por_pagar c on c.empresa_id = ${empresa}::int8 and c.id = a.cuenta
            group by d.id, c.proveedor
            union all
            select d.id, c.proveedor, sum(a.retencion_iva)
            from periodos d
            join nota_credito_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.fecha between d.desde and d.hasta
              and a.poliza is not null and a.retencion_iva <> 0
            join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.id = a.nota and n.estado <> 'cancelada'
            join cuenta_por_pagar c on c.empresa_id = ${empresa}::int8 and c.id = a.cuenta
            group by d.id, c.proveedor)`
}
