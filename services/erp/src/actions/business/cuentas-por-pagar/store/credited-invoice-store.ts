import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What invoices were charged, or what of it was credited, in their currency. */
export interface ChargedAmounts {
  /** Before taxes. */
  readonly neto: string
  readonly iva: string
  readonly ieps: string
  readonly retenciones: string
}

/**
 * What locked invoices were charged all together, and what credit notes in force credited of it. A note that names
 * other invoices too counts as far as those cannot have taken it.
 */
export async function findCredited(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<{ readonly charged: ChargedAmounts; readonly credited: ChargedAmounts }> {
  const rows = await tx.query<ChargedAmounts & { de: string }>(
    sql`with nombradas as (
            select distinct r.cfdi, u.id as cuenta
            from cuenta_por_pagar u
            join cfdi_relacionado r on r.empresa_id = ${empresa}::int8 and r.uuid_relacionado = u.uuid
            join tipo_relacion_cfdi t on t.id = r.tipo_relacion and t.clave in ('01', '03')
            where u.empresa_id = ${empresa}::int8 and u.estado not in ('cancelada', 'por_validar')
              and r.cfdi in (select s.cfdi from cfdi_relacionado s
                join cuenta_por_pagar v on v.empresa_id = ${empresa}::int8 and v.uuid = s.uuid_relacionado
                where s.empresa_id = ${empresa}::int8 and v.id = any(${ids}::int8[]))),
          facturas as (
            select u.id, u.subtotal - coalesce(u.descuento, 0) as neto, coalesce(x.iva, u.impuestos) as iva,
              coalesce(x.ieps, u.impuestos) as ieps, u.retenciones
            from cuenta_por_pagar u
            left join lateral (
              select coalesce(sum(d.importe) filter (where i.clave = '002'), 0) as iva,
                coalesce(sum(d.importe) filter (where i.clave = '003'), 0) as ieps
              from cuenta_por_pagar_impuesto d join impuesto i on i.id = d.impuesto
              where d.empresa_id = ${empresa}::int8 and d.cuenta = u.id and d.tipo = 'traslado'
              having count(*) > 0) x on true
            where u.empresa_id = ${empresa}::int8
              and (u.id = any(${ids}::int8[]) or u.id in (select cuenta from nombradas))),
          notas as (
            select n.total - n.impuestos + n.retenciones as neto, coalesce(n.iva, n.impuestos) as iva,
              coalesce(n.ieps, 0) as ieps, n.retenciones, coalesce(o.neto, 0) as otro_neto, coalesce(o.iva, 0) as otro_iva,
              coalesce(o.ieps, 0) as otro_ieps, coalesce(o.retenciones, 0) as otras_retenciones
            from nota_credito_proveedor n
            left join (select m.cfdi, sum(f.neto) as neto, sum(f.iva) as iva, sum(f.ieps) as ieps,
                sum(f.retenciones) as retenciones
              from nombradas m join facturas f on f.id = m.cuenta
              where m.cuenta <> all(${ids}::int8[]) group by m.cfdi) o on o.cfdi = n.cfdi
            where n.empresa_id = ${empresa}::int8 and n.estado in ('vigente', 'aplicada')
              and n.cfdi in (select cfdi from nombradas where cuenta = any(${ids}::int8[])))
          select 'charged' as de, coalesce(sum(neto), 0)::text as neto, coalesce(sum(iva), 0)::text as iva,
            coalesce(sum(ieps), 0)::text as ieps, coalesce(sum(retenciones), 0)::text as retenciones
          from facturas where id = any(${ids}::int8[])
          union all
          select 'credited', coalesce(sum(greatest(neto - otro_neto, 0)), 0)::text,
            coalesce(sum(greatest(iva - otro_iva, 0)), 0)::text, coalesce(sum(greatest(ieps - otro_ieps, 0)), 0)::text,
            coalesce(sum(greatest(retenciones - otras_retenciones, 0)), 0)::text
          from notas`,
  )
  const rowNamed = (name: string) => {
    const row = rows.find(({ de }) => de === name)
    if (row === undefined) throw new Error('sums returned no row')
    return row
  }
  return { charged: rowNamed('charged'), credited: rowNamed('credited') }
}
