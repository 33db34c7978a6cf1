import type { Tx } from '@oficina/kit/database.ts'
import { prepared, sql, type Sql } from '@oficina/kit/sql.ts'

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
  /** In its own currency, discounts included. */
  readonly pagado: string
  /** What was booked of it, in the company's currency. */
  readonly pagado_base: string
  readonly iva_pagado: string
  readonly ieps_pagado: string
  /** Credit notes settled some of it, whose taxes are not in proportion to the rest. */
  readonly acreditada: boolean
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
    prepared(
      'invoice-lock',
      sql`select id from cuenta_por_pagar where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
    ),
  )
  const rows = await tx.query<InvoiceRow>(
    prepared(
      'invoice-facts',
      sql`with pagos as (
            ${settledBy(empresa, ids)}),
          pagado as (
            select cuenta, sum(importe) as importe, sum(importe_base) as base, sum(iva) as iva, sum(ieps) as ieps,
              max(parcialidad) as parcialidad, bool_or(es_nota) as acreditada
            from pagos group by cuenta),
          impuestos as (
            select d.cuenta, sum(d.importe) filter (where i.clave = '002') as iva,
              sum(d.importe) filter (where i.clave = '003') as ieps
            from cuenta_por_pagar_impuesto d join impuesto i on i.id = d.impuesto
            where d.empresa_id = ${empresa}::int8 and d.cuenta = any(${ids}::int8[]) and d.tipo = 'traslado'
              and d.es_acreditable
            group by d.cuenta)
          select u.id::text as id, u.folio, u.estado, u.fecha::text as fecha, u.proveedor::text as proveedor,
            u.moneda::text as moneda, m.clave as moneda_clave, u.tipo_cambio::text as tipo_cambio,
            u.total::text as total, u.saldo::text as saldo, (u.fecha + c.dias_descuento::int4)::text as descuento_hasta,
            coalesce(c.descuento_pronto_pago, 0)::text as descuento_parte,
            coalesce(t.iva, 0)::text as iva, coalesce(t.ieps, 0)::text as ieps,
            coalesce(g.importe, 0)::text as pagado, coalesce(g.base, 0)::text as pagado_base,
            coalesce(g.iva, 0)::text as iva_pagado, coalesce(g.ieps, 0)::text as ieps_pagado,
            coalesce(g.parcialidad, 0) as parcialidad, coalesce(g.acreditada, false) as acreditada,
            exists (select from programacion_pago_partida l
              join programacion_pago r on r.empresa_id = ${empresa}::int8 and r.id = l.programacion
                and r.estado = 'autorizada'
              where l.empresa_id = ${empresa}::int8 and l.cuenta = u.id and l.aprobada) as programada
          from cuenta_por_pagar u
          join moneda m on m.id = u.moneda
          left join condicion_pago c on c.empresa_id = ${empresa}::int8 and c.id = u.condicion_pago
          left join pagado g on g.cuenta = u.id
          left join impuestos t on t.cuenta = u.id
          where u.empresa_id = ${empresa}::int8 and u.id = any(${ids}::int8[])`,
    ),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What payments, advances and credit notes in force settled of invoices. */
function settledBy(empresa: EmpresaId, ids: readonly string[]): Sql {
  return sql`
            select a.cuenta, a.importe + coalesce(a.descuento, 0) as importe, a.importe_base, a.iva, a.ieps,
              a.parcialidad, false as es_nota
            from pago_proveedor_aplicacion a
            join pago_proveedor p on p.empresa_id = ${empresa}::int8 and p.id = a.pago and p.estado = 'aplicado'
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[])
            union all
            select a.cuenta, a.importe, a.importe_base, a.iva, a.ieps, null, false
            from anticipo_proveedor_aplicacion a
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[]) and not a.cancelada
            union all
            select a.cuenta, a.importe, a.importe_base, a.iva, a.ieps, null, true
            from nota_credito_proveedor_aplicacion a
            join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.id = a.nota and n.estado <> 'cancelada'
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[]) and a.importe_base is not null`
}

export interface InvoiceChange {
  readonly id: string
  readonly estado: string
  readonly saldo: string
}

export async function changeInvoices(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly InvoiceChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    prepared(
      'invoice-change',
      sql`update cuenta_por_pagar u set estado = n.estado, saldo = n.saldo, version = u.version + 1,
            modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id int8, estado text, saldo numeric)
          where u.empresa_id = ${empresa}::int8 and u.id = n.id`,
    ),
  )
}
