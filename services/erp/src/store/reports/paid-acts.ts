import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'
import { codedAccounts } from './coded-accounts.ts'
import { withheldBySupplier } from './withheld-by-supplier.ts'

/**
 * What suppliers were paid in some days, as parts of a statement that end in `actos (proveedor, clase, si, devuelto, base,
 * iva)`, in the company's currency by what the money was worth: `clase` is the rate of IVA or the kind of import, `si`
 * whether its IVA is credited, `devuelto` whether a credit note took it back. `days` is a statement that gives `desde` and
 * `hasta`.
 *
 * The part of an invoice that was paid is that of its IVA which is no longer pending in the books, of one without IVA that
 * of its total; its IVA is what the books credit. IVA that was withheld is credited with the remittance of its month.
 * @source docs/decisions/0253-erp-books.md
 */
export function paidActs(empresa: EmpresaId, days: Sql): Sql {
  return sql`dias as (${days}),
          ${creditedLater(empresa)},
          ${paidParts(empresa)},
          ${returnedParts(empresa)},
          actos as (
            select p.proveedor, case when t.tipo = 'retencion' then 'retencion'
                when t.tipo = 'importacion' then case when f.clave = 'Exento' then 'importacion_exenta'
                  when t.tasa = 0 then 'no_objeto_extranjero' else 'importacion_servicios' end
                else ${rateOf(sql`f.clave`, sql`t.tasa`)} end as clase, coalesce(t.es_acreditable, true) as si,
              false as devuelto, t.base * case when t.tipo = 'importacion' then p.en_dinero else p.parte end as base,
              case when t.tipo = 'importacion' then t.importe / nullif(p.importacion, 0) * p.iva_importacion
                when t.tipo = 'traslado' and t.es_acreditable and p.iva > 0 then t.importe / p.iva * p.iva_pagado
                when t.tipo = 'retencion' and p.retencion > 0 and p.retenido > 0 then t.importe / p.retencion * p.retenido
                else t.importe * p.parte end as iva
            from parte p
            join cuenta_por_pagar_impuesto t on t.empresa_id = ${empresa}::int8 and t.cuenta = p.id
            join impuesto i on i.id = t.impuesto and i.clave = '002'
            join tipo_factor f on f.id = t.factor
            union all
            select proveedor, case when extranjero then 'importacion_bienes' else 'no_objeto' end, true, false,
              case when extranjero then least(resto, bienes) * en_dinero else resto * parte end, 0
            from parte where resto >= ${ROUNDING}
            union all
            select proveedor, 'importacion_servicios', true, false, (resto - least(resto, bienes)) * en_dinero, 0
            from parte where extranjero and resto - bienes >= ${ROUNDING}
            union all
            select r.proveedor, '16', true, false, 0, a.importe * r.retenido / t.retenido
            from acreditado a join retenido r on r.periodo = a.periodo
            join (select periodo, sum(retenido) as retenido from retenido group by periodo) t on t.periodo = a.periodo
            union all
            select n.proveedor, ${rateOf(sql`t.factor`, sql`t.tasa`)}, true, true, t.base * n.parte,
              coalesce(t.importe / nullif(sum(t.importe) over (partition by n.id), 0) * n.iva_libros, 0)
            from devuelto n join devuelto_impuesto t on t.nota = n.id
            union all
            select proveedor, 'no_objeto', true, true, resto * parte, 0 from devuelto where resto >= ${ROUNDING}
            union all
            select proveedor, 'retencion', true, true, 0, retencion_libros from devuelto)`
}

/** Of an invoice that has no IVA on it: less is what rounding its lines left. */
const ROUNDING = sql`0.5`

function rateOf(factor: Sql, rate: Sql): Sql {
  return sql`case when ${factor} = 'Exento' then 'exento' when ${rate} = 0.16 then '16' when ${rate} = 0.08 then '8'
                when ${rate} = 0 then '0' end`
}

/** What was credited in those days of IVA that payments of earlier months withheld, and of whom they did. */
function creditedLater(empresa: EmpresaId): Sql {
  return sql`acreditado as (
            select p.registro::int8 as periodo, sum(l.cargo - l.abono) as importe
            from dias join poliza p on p.empresa_id = ${empresa}::int8 and p.fecha between dias.desde and dias.hasta
              and p.estado in ('aplicada', 'reversada')
              and p.modelo = (select id from modelo_sistema where nombre = 'PeriodoContable')
            join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
              and l.cuenta_contable = any(${codedAccounts(empresa, '118.01')})
            group by p.registro),
          periodos as (
            select id, fecha_inicio as desde, fecha_fin as hasta from periodo_contable
            where empresa_id = ${empresa}::int8 and id in (select periodo from acreditado)),
          ${withheldBySupplier(empresa)}`
}

/** Which part of which invoice payments, advances and what was left of credit notes paid. */
function paidParts(empresa: EmpresaId): Sql {
  return sql`pagado as (
            select a.cuenta, a.importe + coalesce(a.descuento, 0) as importe, a.importe as dinero, coalesce(a.iva, 0) as iva,
              coalesce(a.iva_pagado, a.iva, 0) as iva_pagado, coalesce(a.retencion_iva_pagada, 0) as retenido,
              coalesce(a.iva_importacion, 0) as iva_importacion, a.importe_pago * p.tipo_cambio / a.importe as cambio
            from pago_proveedor p
            join pago_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.pago = p.id
            join dias on p.fecha between dias.desde and dias.hasta
            where p.empresa_id = ${empresa}::int8 and p.estado = 'aplicado'
            union all
            select a.cuenta, a.importe, a.importe, coalesce(a.iva, 0), coalesce(a.iva_pagado, a.iva, 0),
              coalesce(a.retencion_iva_pagada, 0), coalesce(a.iva_importacion, 0), a.anticipo_base / a.importe
            from anticipo_proveedor_aplicacion a
            join dias on a.fecha between dias.desde and dias.hasta
            where a.empresa_id = ${empresa}::int8 and not coalesce(a.cancelada, false)
            union all
            select a.cuenta, a.importe, a.importe, coalesce(a.iva, 0), coalesce(a.iva, 0), coalesce(a.retencion_iva, 0), 0, null
            from nota_credito_proveedor_aplicacion a
            join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.id = a.nota and n.estado <> 'cancelada'
            join dias on a.fecha between dias.desde and dias.hasta
            where a.empresa_id = ${empresa}::int8 and ${USED_LATER}),
          -- Of all of them at once: asked one by one, a planner without statistics reads all lines there are for each.
          comprado as materialized (
            select l.cuenta, sum(l.importe - coalesce(l.descuento, 0)) as importe from cuenta_por_pagar_partida l
            where l.empresa_id = ${empresa}::int8 and l.cuenta = any(array(select cuenta from pagado))
              and l.compra_partida is not null and l.recepcion_servicio is null
            group by l.cuenta),
          documento as (
            select c.id, c.proveedor, c.total, c.tipo_cambio, t.iva, t.retencion, t.importacion,
              coalesce(k.clave, '04') = '05' or v.rfc = 'XEXX010101000' as extranjero,
              case when t.hay or c.impuestos = 0 then c.subtotal - coalesce(c.descuento, 0) + t.ieps - t.base else 0 end as resto,
              coalesce(b.importe, 0) as bienes
            from cuenta_por_pagar c
            join proveedor v on v.empresa_id = ${empresa}::int8 and v.id = c.proveedor
            left join tipo_tercero_diot k on k.id = v.tipo_tercero
            left join comprado b on b.cuenta = c.id
            cross join lateral (
              select count(*) > 0 as hay, ${sumWhere(sql`i.clave = '002' and t.tipo = 'traslado' and t.es_acreditable`)} as iva,
                ${sumWhere(sql`i.clave = '002' and t.tipo = 'retencion'`)} as retencion,
                ${sumWhere(sql`i.clave = '002' and t.tipo = 'importacion'`)} as importacion,
                ${sumWhere(sql`i.clave = '003' and t.tipo = 'traslado'`)} as ieps,
                coalesce(sum(t.base) filter (where i.clave = '002' and t.tipo in ('traslado', 'importacion')), 0) as base
              from cuenta_por_pagar_impuesto t join impuesto i on i.id = t.impuesto
              where t.empresa_id = ${empresa}::int8 and t.cuenta = c.id) t
            where c.empresa_id = ${empresa}::int8 and c.id in (select cuenta from pagado)),
          parte as (
            select d.id, d.proveedor, d.extranjero, d.iva, d.retencion, d.importacion, d.resto, d.bienes,
              sum(p.iva_pagado - p.retenido) as iva_pagado, sum(p.retenido) as retenido,
              sum(p.iva_importacion) as iva_importacion,
              sum(coalesce(p.cambio, d.tipo_cambio) * case when d.iva > 0 then p.iva / round(d.iva * d.tipo_cambio, 2)
                when d.total > 0 then p.importe / d.total else 0 end) as parte,
              sum(coalesce(p.cambio, d.tipo_cambio) * p.dinero / nullif(d.total, 0)) as en_dinero
            from pagado p join documento d on d.id = p.cuenta
            group by d.id, d.proveedor, d.extranjero, d.iva, d.retencion, d.importacion, d.resto, d.bienes)`
}

function sumWhere(condition: Sql): Sql {
  return sql`coalesce(sum(t.importe) filter (where ${condition}), 0)`
}

/** What is left of a note is used after it was registered, of one whose taxes of what was paid were told apart; it has an entry if it pays taxes. */
const USED_LATER = sql`n.iva_pagado is not null and (a.poliza is not null or a.creado_en > n.creado_en)`

/** Which part of credit notes took back what was paid before, and what the books took back of its IVA. */
function returnedParts(empresa: EmpresaId): Sql {
  const booked = (code: string) => sql`coalesce((
              select sum(l.abono - l.cargo) from poliza p
              join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
                and l.cuenta_contable = any(${codedAccounts(empresa, code)})
              where p.empresa_id = ${empresa}::int8 and p.registro = n.id::text
                and p.modelo = (select id from modelo_sistema where nombre = 'NotaCreditoProveedor') and p.estado in ('aplicada', 'reversada')
                and not exists (select from nota_credito_proveedor_aplicacion a
                  where a.empresa_id = ${empresa}::int8 and a.nota = n.id and a.poliza = p.id)), 0)`
  return sql`nota as (
            select n.id, n.proveedor, n.cfdi, n.tipo_cambio, n.total, n.subtotal, n.impuestos, n.ieps,
              coalesce(n.iva, 0) as iva, n.iva_pagado, ${booked('118.01')} as iva_libros,
              ${booked('216.10')} as retencion_libros,
              coalesce((select sum(a.importe) from nota_credito_proveedor_aplicacion a
                where a.empresa_id = ${empresa}::int8 and a.nota = n.id and a.poliza is null and a.creado_en <= n.creado_en), 0) as aplicado
            from nota_credito_proveedor n
            join poliza e on e.empresa_id = ${empresa}::int8 and e.id = n.poliza
            join dias on e.fecha between dias.desde and dias.hasta
            where n.empresa_id = ${empresa}::int8 and n.estado in ('vigente', 'aplicada') and n.iva_pagado is not null),
          devuelto_impuesto as (
            select n.id as nota, f.clave as factor, x.tasa, x.base, x.importe
            from nota n join cfdi_impuesto x on x.empresa_id = ${empresa}::int8 and x.cfdi = n.cfdi and x.tipo = 'traslado'
            join impuesto i on i.id = x.impuesto and i.clave = '002' join tipo_factor f on f.id = x.factor),
          devuelto as (
            select n.id, n.proveedor, n.iva_libros, n.retencion_libros,
              n.tipo_cambio * case when n.iva > 0 then n.iva_pagado / round(n.iva * n.tipo_cambio, 2)
                  * case when n.iva_pagado <> 0 and n.iva_libros <> 0 then n.iva_libros / n.iva_pagado else 1 end
                when n.total > 0 then (n.total - n.aplicado) / n.total else 0 end as parte,
              n.subtotal + coalesce(n.ieps, 0) - coalesce((select sum(base) from devuelto_impuesto t where t.nota = n.id), 0)
                as resto
            from nota n)`
}
