import type { Tx } from '@oficina/kit/database.ts'
import { prepared, sql, type Sql } from '@oficina/kit/sql.ts'

import { codedAccounts } from '../../../../store/coded-accounts.ts'
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
    prepared(
      'withheld-vat',
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
    ),
  )
  return new Map(rows.map((row) => [row.periodo, row]))
}

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
