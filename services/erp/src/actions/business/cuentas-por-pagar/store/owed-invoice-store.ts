import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import { codedAccounts } from '../../../../store/reports/coded-accounts.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked CuentaPorPagar, with its taxes and what payments and advances have paid of it so far. */
export interface InvoiceRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly fecha: string
  readonly proveedor: string
  readonly moneda: string
  readonly moneda_clave: string
  readonly tipo_cambio: string
  readonly total: string
  readonly saldo: string
  /** Of its CondicionPago: up to which day a discount is given, and which part of the total it is. */
  readonly descuento_hasta: string | null
  readonly descuento_parte: string
  /** What it adds of each tax that is credited, in its own currency. */
  readonly iva: string
  readonly ieps: string
  /** What is withheld of it when it is paid, in its own currency; nothing where its own entry withheld it at once. */
  readonly retencion_iva: string
  readonly retencion_isr: string
  /** Of services from abroad, due and credited when it is paid, in its own currency. */
  readonly iva_importacion: string
  /** In its own currency, discounts included. */
  readonly pagado: string
  /** What was booked of it, in the company's currency. */
  readonly pagado_base: string
  readonly iva_pagado: string
  readonly ieps_pagado: string
  readonly retencion_iva_pagada: string
  readonly retencion_isr_pagada: string
  /** Credit notes settled some of it, whose taxes are not in proportion to the rest. */
  readonly acreditada: boolean
  /** What money paid of its taxes as they stood in the books, and what can be credited by what that was worth. */
  readonly iva_tomado: string
  readonly iva_por_pagos: string
  readonly ieps_tomado: string
  readonly ieps_por_pagos: string
  /** The number of its last payment; 0: it has none. */
  readonly parcialidad: number
  /** Whether a payment programme that was authorized has it. */
  readonly programada: boolean
}

/** Locks invoices in the order of their ids; what has paid them is read under their locks. */
export async function lockInvoices(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvoiceRow>> {
  if (ids.length === 0) return new Map()
  await tx.query(
    sql`select id from cuenta_por_pagar where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  const rows = await tx.query<InvoiceRow>(
    sql`with pagos as (
            ${settledBy(empresa, ids)}),
          pagado as (
            select cuenta, sum(importe) as importe, sum(importe_base) as base, sum(iva) as iva, sum(ieps) as ieps,
              sum(retencion_iva) as retencion_iva, sum(retencion_isr) as retencion_isr, max(parcialidad) as parcialidad, bool_or(es_nota) as acreditada,
              sum(iva) filter (where not es_nota) as iva_tomado, sum(iva_pagado) filter (where not es_nota) as iva_por_pagos,
              sum(ieps) filter (where not es_nota) as ieps_tomado, sum(ieps_pagado) filter (where not es_nota) as ieps_por_pagos
            from pagos group by cuenta),
          impuestos as (${taxesOf(empresa, ids)}),
          pendientes as (${withheldLater(empresa, ids)})
          select u.id::text as id, u.folio, u.estado, u.fecha::text as fecha, u.proveedor::text as proveedor,
            u.moneda::text as moneda, m.clave as moneda_clave, u.tipo_cambio::text as tipo_cambio,
            u.total::text as total, u.saldo::text as saldo, (u.fecha + c.dias_descuento::int4)::text as descuento_hasta,
            coalesce(c.descuento_pronto_pago, 0)::text as descuento_parte,
            coalesce(t.iva, 0)::text as iva, coalesce(t.ieps, 0)::text as ieps,
            coalesce(t.iva_importacion, 0)::text as iva_importacion,
            case when w.cuenta is null then 0 else coalesce(t.retencion_iva, 0) end::text as retencion_iva,
            case when w.cuenta is null then 0 else coalesce(t.retencion_isr, 0) end::text as retencion_isr,
            coalesce(g.retencion_iva, 0)::text as retencion_iva_pagada,
            coalesce(g.retencion_isr, 0)::text as retencion_isr_pagada,
            coalesce(g.importe, 0)::text as pagado, coalesce(g.base, 0)::text as pagado_base,
            coalesce(g.iva, 0)::text as iva_pagado, coalesce(g.ieps, 0)::text as ieps_pagado,
            coalesce(g.parcialidad, 0) as parcialidad, coalesce(g.acreditada, false) as acreditada,
            coalesce(g.iva_tomado, 0)::text as iva_tomado, coalesce(g.iva_por_pagos, 0)::text as iva_por_pagos,
            coalesce(g.ieps_tomado, 0)::text as ieps_tomado, coalesce(g.ieps_por_pagos, 0)::text as ieps_por_pagos,
            exists (select from programacion_pago_partida l
              join programacion_pago r on r.empresa_id = ${empresa}::int8 and r.id = l.programacion
                and r.estado = 'autorizada'
              where l.empresa_id = ${empresa}::int8 and l.cuenta = u.id and l.aprobada) as programada
          from cuenta_por_pagar u
          join moneda m on m.id = u.moneda
          left join condicion_pago c on c.empresa_id = ${empresa}::int8 and c.id = u.condicion_pago
          left join pagado g on g.cuenta = u.id
          left join impuestos t on t.cuenta = u.id
          left join pendientes w on w.cuenta = u.id
          where u.empresa_id = ${empresa}::int8 and u.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What invoices add of each tax that is credited, and what is withheld of them. */
function taxesOf(empresa: EmpresaId, ids: readonly string[]): Sql {
  return sql`
            select d.cuenta, sum(d.importe) filter (where i.clave = '002' and d.tipo = 'traslado' and d.es_acreditable) as iva,
              sum(d.importe) filter (where i.clave = '003' and d.tipo = 'traslado' and d.es_acreditable) as ieps,
              sum(d.importe) filter (where i.clave = '002' and d.tipo = 'retencion') as retencion_iva,
              sum(d.importe) filter (where i.clave = '001' and d.tipo = 'retencion') as retencion_isr,
              sum(d.importe) filter (where i.clave = '002' and d.tipo = 'importacion') as iva_importacion
            from cuenta_por_pagar_impuesto d join impuesto i on i.id = d.impuesto
            where d.empresa_id = ${empresa}::int8 and d.cuenta = any(${ids}::int8[])
            group by d.cuenta`
}

/**
 * The invoices whose entry put what is withheld on the account of what will be (216.12): an entry of an earlier release, or
 * of a rule of the company's own, has it with what is owed to the SAT already.
 */
function withheldLater(empresa: EmpresaId, ids: readonly string[]): Sql {
  return sql`
            select distinct c.id as cuenta from cuenta_por_pagar c
            join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = c.poliza
              and l.cuenta_contable = any(${codedAccounts(empresa, '216.12')})
            where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])`
}

/** What payments, advances and credit notes in force settled of invoices. */
function settledBy(empresa: EmpresaId, ids: readonly string[]): Sql {
  return sql`
            select a.cuenta, a.importe + coalesce(a.descuento, 0) as importe, a.importe_base, a.iva, a.ieps,
              a.retencion_iva, a.retencion_isr, a.parcialidad, false as es_nota,
              coalesce(a.iva_pagado, a.iva) as iva_pagado, coalesce(a.ieps_pagado, a.ieps) as ieps_pagado
            from pago_proveedor_aplicacion a
            join pago_proveedor p on p.empresa_id = ${empresa}::int8 and p.id = a.pago and p.estado = 'aplicado'
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[])
            union all
            select a.cuenta, a.importe, a.importe_base, a.iva, a.ieps, a.retencion_iva, a.retencion_isr, null, false,
              coalesce(a.iva_pagado, a.iva), coalesce(a.ieps_pagado, a.ieps)
            from anticipo_proveedor_aplicacion a
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[]) and not a.cancelada
            union all
            select a.cuenta, a.importe, a.importe_base, a.iva, a.ieps, a.retencion_iva, a.retencion_isr, null, true, null, null
            from nota_credito_proveedor_aplicacion a
            join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.id = a.nota and n.estado <> 'cancelada'
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[]) and a.importe_base is not null`
}
