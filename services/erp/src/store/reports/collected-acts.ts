import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/**
 * What customers paid in some days, as parts of a statement that end in `cobros (clase, base, iva)`, in the company's
 * currency by what the money was worth: `clase` is the rate of IVA, or `sin_desglose` where nothing says it. Needs `dias
 * (desde, hasta)` before it.
 *
 * An advance that has its invoice counts with that, and no more when it is used; what a credit note left the customer of
 * what he had paid is taken off.
 * @source docs/decisions/0213-erp-reports.md
 */
export function collectedActs(empresa: EmpresaId): Sql {
  return sql`cobrado as (
            select a.cuenta, a.importe, coalesce(a.iva, 0) as iva, coalesce(a.iva_cobrado, a.iva, 0) as iva_cobrado,
              a.equivalencia * c.tipo_cambio as cambio
            from cobro_cliente c
            join cobro_cliente_aplicacion a on a.empresa_id = ${empresa}::int8 and a.cobro = c.id
            join dias on c.fecha between dias.desde and dias.hasta
            where c.empresa_id = ${empresa}::int8 and c.estado = 'aplicado'
            union all
            select a.cuenta, a.importe, coalesce(a.iva, 0), coalesce(a.iva_cobrado, a.iva, 0), a.anticipo_base / nullif(a.importe, 0)
            from aplicacion_nota_credito a
            join dias on a.fecha between dias.desde and dias.hasta
            where a.empresa_id = ${empresa}::int8 and a.anticipo is not null and a.cancelada is not true),
          ${taxedReceivables(empresa)},
          ${favoringNotes(empresa)},
          cobros as (
            select coalesce(x.clase, 'sin_desglose') as clase,
              case when x.cuenta is null then p.neto else x.base end * p.parte as base,
              case when x.cuenta is null then p.iva_cobrado
                else coalesce(x.importe / nullif(x.entero, 0) * p.iva_cobrado, 0) end as iva
            from cobrado_parte p
            left join (select g.*, sum(g.importe) over (partition by g.cuenta) as entero from gravado g) x on x.cuenta = p.id
            union all
            select ${rateOf(sql`a.tasa_iva`)}, case when a.tasa_iva > 0 then a.iva_base / a.tasa_iva
              else round(a.importe * a.tipo_cambio, 2) end, a.iva_base
            from anticipo_venta a
            join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = a.cfdi and f.estado in ('vigente', 'por_cancelar')
            join dias on ${dayOf(sql`f.fecha`)} between dias.desde and dias.hasta
            where a.empresa_id = ${empresa}::int8 and a.tasa_iva is not null and a.iva_base is not null
            union all
            select ${rateOf(sql`a.tasa_iva`)}, case when a.tasa_iva > 0 then -u.anticipo_iva / a.tasa_iva
              else -coalesce(u.anticipo_base, 0) end, -u.anticipo_iva
            from aplicacion_nota_credito u
            join anticipo_venta a on a.empresa_id = ${empresa}::int8 and a.id = u.anticipo
            join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = u.cfdi and f.estado in ('vigente', 'por_cancelar')
            join dias on ${dayOf(sql`f.fecha`)} between dias.desde and dias.hasta
            where u.empresa_id = ${empresa}::int8 and u.anticipo_iva is not null and u.cancelada is not true
            union all
            ${favored(empresa)})`
}

function rateOf(rate: Sql): Sql {
  return sql`case when ${rate} = 0.16 then '16' when ${rate} = 0.08 then '8' when ${rate} = 0 then '0' else 'sin_desglose' end`
}

function classOf(): Sql {
  return sql`case when k.clave = 'Exento' then 'exento' else ${rateOf(sql`t.tasa`)} end`
}

/** The day of a CFDI, as its entry has it: that of Mexico City in every company. */
function dayOf(instant: Sql): Sql {
  return sql`(${instant} at time zone 'America/Mexico_City')::date`
}

/** The taxes of what was collected by rate, as its CFDI says them, else its sale; and which part of it was. */
function taxedReceivables(empresa: EmpresaId): Sql {
  return sql`por_cobrar as (
            select r.id, r.cfdi, r.venta, r.tipo_cambio, r.total, r.subtotal, coalesce(r.iva_base, round(coalesce((
                select sum(i.importe) from ${taxesOf(empresa, 'venta')} i
                join impuesto t on t.id = i.impuesto and t.clave = '002'),
              case when r.venta is null then r.impuestos else 0 end) * r.tipo_cambio, 2)) as iva_total
            from cuenta_por_cobrar r
            where r.empresa_id = ${empresa}::int8 and r.id in (select cuenta from cobrado)),
          de_cfdi as (
            select r.id as cuenta, ${classOf()} as clase, t.base, t.importe
            from por_cobrar r
            cross join lateral ${taxesOf(empresa, 'cfdi')} t
            join impuesto i on i.id = t.impuesto and i.clave = '002' join tipo_factor k on k.id = t.factor),
          gravado as (
            select * from de_cfdi
            union all
            select r.id, ${classOf()}, t.base, t.importe
            from por_cobrar r
            cross join lateral ${taxesOf(empresa, 'venta')} t
            join impuesto i on i.id = t.impuesto and i.clave = '002' join tipo_factor k on k.id = t.factor
            where r.id not in (select cuenta from de_cfdi)),
          cobrado_parte as (
            select r.id, r.subtotal as neto, sum(c.iva_cobrado) as iva_cobrado,
              sum(coalesce(c.cambio, r.tipo_cambio) * case when r.iva_total > 0 then c.iva / r.iva_total
                when r.total > 0 then c.importe / r.total else 0 end) as parte
            from cobrado c join por_cobrar r on r.id = c.cuenta
            group by r.id, r.subtotal)`
}

/**
 * The taxes that the CFDI or the sale of `r` passes on. It is a fence: joined, a planner without statistics looks for the
 * tax first, in all documents there are, and does so again for each.
 */
function taxesOf(empresa: EmpresaId, document: 'cfdi' | 'venta'): Sql {
  const name = trusted(document)
  return sql`(select d.* from ${name}_impuesto d
              where d.empresa_id = ${empresa}::int8 and d.${name} = r.${name} and d.tipo = 'traslado' offset 0)`
}

/** Credit notes that left customers something of what they had paid. */
function favoringNotes(empresa: EmpresaId): Sql {
  return sql`a_favor as materialized (
            select n.cfdi, n.iva_cobrado, n.total, n.a_favor, f.tipo_cambio
            from nota_credito_venta n
            join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = n.cfdi
            join dias on ${dayOf(sql`f.fecha`)} between dias.desde and dias.hasta
            where n.empresa_id = ${empresa}::int8 and n.estado in ('timbrada', 'aplicada') and n.a_favor > 0)`
}

/** What they left is no longer due, and no longer collected. */
function favored(empresa: EmpresaId): Sql {
  return sql`select ${classOf()}, -t.base * case when t.iva > 0 then r.iva_cobrado / t.iva
                when r.total > 0 then r.a_favor / r.total * r.tipo_cambio else 0 end,
              coalesce(-t.importe / nullif(t.iva, 0) * r.iva_cobrado, 0)
            from a_favor r
            cross join lateral (select o.*, sum(o.importe) over () as iva
              from ${taxesOf(empresa, 'cfdi')} o join impuesto i on i.id = o.impuesto and i.clave = '002') t
            join tipo_factor k on k.id = t.factor`
}
