import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/**
 * How many lines of sales, sales and invoices of suppliers were credited above what was charged for them: their amount,
 * or their taxes. What names no line counts for its sale alone.
 * @source docs/decisions/0213-erp-reports.md
 */
export function creditedBeyond(empresa: EmpresaId): Sql {
  return sql`with acreditado as materialized (
      select l.venta, l.venta_partida, l.importe, coalesce(l.impuestos, 0) as impuestos,
        coalesce(l.retenciones, 0) as retenciones
      from nota_credito_venta_partida l
      join nota_credito_venta n on n.empresa_id = ${empresa}::int8 and n.id = l.nota_credito
        and n.estado not in ('borrador', 'cancelada')
      where l.empresa_id = ${empresa}::int8),
    partidas as (
      select venta_partida, sum(importe) as importe, sum(impuestos) as impuestos, sum(retenciones) as retenciones
      from acreditado where venta_partida is not null group by venta_partida),
    ventas as (
      select venta, sum(importe) as importe, sum(impuestos) as impuestos, sum(retenciones) as retenciones
      from acreditado group by venta)
    select (select count(*) from partidas a
        join venta_partida p on p.empresa_id = ${empresa}::int8 and p.id = a.venta_partida
        where a.importe > p.importe - p.descuento or a.impuestos > p.impuestos or a.retenciones > p.retenciones)
      + (select count(*) from ventas a
        join venta v on v.empresa_id = ${empresa}::int8 and v.id = a.venta
        where a.importe > v.subtotal - v.descuento or a.impuestos > v.impuestos or a.retenciones > v.retenciones)
      + (${invoicesBeyond(empresa)})`
}

/** Of suppliers those alone that a credit note names alone: who names several does not say how much of each. */
function invoicesBeyond(empresa: EmpresaId): Sql {
  return sql`select count(*) from (
      select u.id
      from cuenta_por_pagar u
      join cfdi_relacionado r on r.empresa_id = ${empresa}::int8 and r.uuid_relacionado = u.uuid
      join tipo_relacion_cfdi t on t.id = r.tipo_relacion and t.clave in ('01', '03')
      join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.cfdi = r.cfdi
        and n.estado in ('vigente', 'aplicada')
      where u.empresa_id = ${empresa}::int8 and u.estado not in ('cancelada', 'por_validar') and not exists (
        select from cfdi_relacionado o where o.empresa_id = ${empresa}::int8 and o.cfdi = r.cfdi
          and o.uuid_relacionado <> u.uuid)
      group by u.id, u.subtotal, u.descuento, u.impuestos, u.retenciones
      having sum(n.total - n.impuestos + n.retenciones) > u.subtotal - coalesce(u.descuento, 0)
        or sum(n.impuestos) > u.impuestos or sum(n.retenciones) > u.retenciones) f`
}
