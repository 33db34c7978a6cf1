import type { Tx } from '@oficina/kit/database.ts'
import { prepared, sql, type Sql } from '@oficina/kit/sql.ts'

import { codedAccounts } from '../../../../store/coded-accounts.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'
import { withheldBySupplier } from './withheld-vat-store.ts'

/** Removes what an earlier computation of a period wrote; what people wrote stays. */
export async function deleteComputedOperations(
  tx: Tx,
  empresa: EmpresaId,
  period: string,
): Promise<void> {
  await tx.execute(
    prepared(
      'diot-delete',
      sql`delete from diot_operacion
          where empresa_id = ${empresa}::int8 and periodo = ${period}::int8 and calculada`,
    ),
  )
}

/** What was paid to a supplier in a period, in the company's currency. */
export interface PaidOperation {
  readonly proveedor: string
  readonly tipo_tercero: string | null
  readonly tipo_operacion: string | null
  readonly valor_16: string
  readonly valor_norte: string
  readonly valor_0: string
  readonly exento: string
  readonly acreditable_16: string
  readonly acreditable_norte: string
  readonly no_acreditable_requisitos_16: string
  readonly no_acreditable_requisitos_norte: string
  readonly iva_retenido: string
}

/**
 * What payments and applied advances of a period paid of invoices, by supplier and rate of IVA, by what the money was
 * worth. The part of an invoice that was paid is that of its IVA which is no longer pending in the books, of one without
 * IVA that of its total; its IVA is what the books credit. IVA that was withheld is credited with the remittance of its month.
 */
export async function findPaidOperations(
  tx: Tx,
  empresa: EmpresaId,
  period: string,
): Promise<readonly PaidOperation[]> {
  return await tx.query<PaidOperation>(
    prepared(
      'diot-paid',
      sql`with ${paidTaxes(empresa, period)}
          select m.proveedor::text as proveedor, v.tipo_tercero::text as tipo_tercero, v.tipo_operacion::text as tipo_operacion,
            coalesce(sum(base) filter (where tipo = 'traslado' and tasa = 0.16), 0)::numeric(18, 2)::text as valor_16,
            coalesce(sum(base) filter (where tipo = 'traslado' and tasa = 0.08), 0)::numeric(18, 2)::text as valor_norte,
            coalesce(sum(base) filter (where factor = 'Tasa' and tasa = 0), 0)::numeric(18, 2)::text as valor_0,
            coalesce(sum(base) filter (where factor = 'Exento'), 0)::numeric(18, 2)::text as exento,
            coalesce(sum(iva) filter (where tipo = 'traslado' and tasa = 0.16 and si), 0)::numeric(18, 2)::text
              as acreditable_16,
            coalesce(sum(iva) filter (where tipo = 'traslado' and tasa = 0.08 and si), 0)::numeric(18, 2)::text
              as acreditable_norte,
            coalesce(sum(iva) filter (where tipo = 'traslado' and tasa = 0.16 and not si), 0)::numeric(18, 2)::text
              as no_acreditable_requisitos_16,
            coalesce(sum(iva) filter (where tipo = 'traslado' and tasa = 0.08 and not si), 0)::numeric(18, 2)::text
              as no_acreditable_requisitos_norte,
            coalesce(sum(iva) filter (where tipo = 'retencion'), 0)::numeric(18, 2)::text as iva_retenido
          from impuestos m join proveedor v on v.empresa_id = ${empresa}::int8 and v.id = m.proveedor
          group by m.proveedor, v.tipo_tercero, v.tipo_operacion order by m.proveedor`,
    ),
  )
}

/** The taxes of what was paid of invoices in a period, by supplier, kind and rate, as parts of a statement. */
function paidTaxes(empresa: EmpresaId, period: string): Sql {
  return sql`
          dias as (
            select fecha_inicio as desde, fecha_fin as hasta from periodo_contable
            where empresa_id = ${empresa}::int8 and id = ${period}::int8),
          ${creditedLater(empresa)},
          pagado as (
            select a.cuenta, a.importe + coalesce(a.descuento, 0) as importe, coalesce(a.iva, 0) as iva,
              coalesce(a.iva_pagado, a.iva, 0) as iva_pagado, coalesce(a.retencion_iva_pagada, 0) as retenido,
              a.importe_pago * p.tipo_cambio / a.importe as cambio
            from pago_proveedor p
            join pago_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.pago = p.id
            join dias on p.fecha between dias.desde and dias.hasta
            where p.empresa_id = ${empresa}::int8 and p.estado = 'aplicado'
            union all
            select a.cuenta, a.importe, coalesce(a.iva, 0), coalesce(a.iva_pagado, a.iva, 0),
              coalesce(a.retencion_iva_pagada, 0), a.anticipo_base / a.importe
            from anticipo_proveedor_aplicacion a
            join dias on a.fecha between dias.desde and dias.hasta
            where a.empresa_id = ${empresa}::int8 and not coalesce(a.cancelada, false)),
          documento as (
            select c.id, c.proveedor, c.total, c.tipo_cambio, coalesce((
              select sum(t.importe) from cuenta_por_pagar_impuesto t
              join impuesto i on i.id = t.impuesto and i.clave = '002'
              where t.empresa_id = ${empresa}::int8 and t.cuenta = c.id and t.tipo = 'traslado' and t.es_acreditable
              ), 0) as iva, coalesce((
              select sum(t.importe) from cuenta_por_pagar_impuesto t
              join impuesto i on i.id = t.impuesto and i.clave = '002'
              where t.empresa_id = ${empresa}::int8 and t.cuenta = c.id and t.tipo = 'retencion'), 0) as retencion
            from cuenta_por_pagar c
            where c.empresa_id = ${empresa}::int8 and c.id in (select cuenta from pagado)),
          parte as (
            select d.id, d.proveedor, d.iva, d.retencion, sum(p.iva_pagado - p.retenido) as iva_pagado,
              sum(p.retenido) as retenido, sum(coalesce(p.cambio, d.tipo_cambio)
              * case when d.iva > 0 then p.iva / round(d.iva * d.tipo_cambio, 2)
                when d.total > 0 then p.importe / d.total else 0 end) as parte
            from pagado p join documento d on d.id = p.cuenta 
            group by d.id, d.proveedor, d.iva, d.retencion),
          impuestos as (
            select p.proveedor, t.tipo, f.clave as factor, t.tasa, coalesce(t.es_acreditable, true) as si,
              sum(t.base * p.parte) as base, sum(case when t.tipo = 'traslado' and t.es_acreditable and p.iva > 0
                then t.importe / p.iva * p.iva_pagado
                when t.tipo = 'retencion' and p.retencion > 0 and p.retenido > 0 then t.importe / p.retencion * p.retenido
                else t.importe * p.parte end) as iva
            from parte p
            join cuenta_por_pagar_impuesto t on t.empresa_id = ${empresa}::int8 and t.cuenta = p.id
            join impuesto i on i.id = t.impuesto and i.clave = '002'
            join tipo_factor f on f.id = t.factor
            group by 1, 2, 3, 4, 5
            union all
            select r.proveedor, 'traslado', 'Tasa', 0.16, true, 0, a.importe * r.retenido / t.retenido
            from acreditado a join retenido r on r.periodo = a.periodo
            join (select periodo, sum(retenido) as retenido from retenido group by periodo) t on t.periodo = a.periodo)`
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

/** An operation without a kind of its own is with a national third party (04), of another kind (85). */
export async function insertOperations(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly period: string
    readonly operations: readonly (PaidOperation & { readonly id: number })[]
    readonly now: string
  },
): Promise<void> {
  if (of.operations.length === 0) return
  await tx.execute(
    prepared(
      'diot-insert',
      sql`insert into diot_operacion (empresa_id, id, creado_en, modificado_en, periodo, proveedor, tipo_tercero,
            tipo_operacion, valor_16, valor_norte, valor_0, exento, acreditable_16, acreditable_norte,
            no_acreditable_requisitos_16, no_acreditable_requisitos_norte, iva_retenido, iva_acreditable,
            iva_no_acreditable, efectos_fiscales, calculada)
          select ${empresa}::int8, n.id, ${of.now}::timestamptz, ${of.now}::timestamptz, ${of.period}::int8, n.proveedor,
            coalesce(n.tipo_tercero, (select t.id from tipo_tercero_diot t where t.clave = '04')),
            coalesce(n.tipo_operacion, (select o.id from tipo_operacion_diot o where o.clave = '85')),
            n.valor_16, n.valor_norte, n.valor_0, n.exento, n.acreditable_16, n.acreditable_norte,
            n.no_acreditable_requisitos_16, n.no_acreditable_requisitos_norte, n.iva_retenido,
            n.acreditable_16 + n.acreditable_norte,
            n.no_acreditable_requisitos_16 + n.no_acreditable_requisitos_norte, true, true
          from jsonb_to_recordset(${JSON.stringify(of.operations)}::jsonb) as n(id int8, proveedor int8,
            tipo_tercero int8, tipo_operacion int8, valor_16 numeric, valor_norte numeric, valor_0 numeric,
            exento numeric, acreditable_16 numeric, acreditable_norte numeric, no_acreditable_requisitos_16 numeric,
            no_acreditable_requisitos_norte numeric, iva_retenido numeric)`,
    ),
  )
}
