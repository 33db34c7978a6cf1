import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** An invoice that a payment paid, of which no complement of payment is here yet. */
export interface PaidRow {
  readonly id: string
  readonly pago: string
  readonly pago_folio: string
  readonly fecha: string
  readonly cuenta_folio: string
  readonly uuid: string
  /** What was paid of it, in its own currency. */
  readonly importe: string
}

/** What payments to some suppliers paid of some invoices; the payments are locked in the order of their ids. */
export async function lockPaid(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly proveedores: readonly string[]; readonly uuids: readonly string[] },
): Promise<readonly PaidRow[]> {
  return await tx.query<PaidRow>(
    sql`select a.id::text as id, a.pago::text as pago, g.folio as pago_folio, g.fecha::text as fecha,
            u.folio as cuenta_folio, u.uuid, a.importe::text as importe
          from pago_proveedor g
          join pago_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.pago = g.id and a.complemento is null
          join cuenta_por_pagar u on u.empresa_id = ${empresa}::int8 and u.id = a.cuenta
          where g.empresa_id = ${empresa}::int8 and g.estado = 'aplicado'
            and g.proveedor = any(${of.proveedores}::int8[]) and u.uuid = any(${of.uuids}::text[])
          order by g.id, a.partida, a.id for no key update of g`,
  )
}

/** A payment as a complement tells it. */
export interface NewCfdiPayment {
  readonly id: number
  readonly cfdi: number
  readonly numero: number
  readonly fecha_pago: string
  readonly forma_pago: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly monto: string
  readonly numero_operacion: string | null
  readonly pago: string | null
}

/** An invoice that it says was paid. */
export interface NewPaidDocument {
  readonly id: number
  readonly pago: number
  readonly partida: number
  readonly uuid: string
  readonly serie: string | null
  readonly folio: string | null
  readonly moneda: string
  readonly equivalencia: string
  readonly parcialidad: number
  readonly saldo_anterior: string
  readonly importe_pagado: string
  readonly saldo_insoluto: string
  readonly objeto_impuesto: string
}

export async function insertPayments(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly payments: readonly NewCfdiPayment[]
    readonly documents: readonly NewPaidDocument[]
    readonly now: string
  },
): Promise<void> {
  await tx.execute(
    sql`insert into cfdi_pago (empresa_id, id, creado_en, modificado_en, cfdi, numero, fecha_pago, forma_pago, moneda,
            tipo_cambio, monto, numero_operacion, pago)
          select ${empresa}::int8, n.id, ${of.now}::timestamptz, ${of.now}::timestamptz, n.cfdi, n.numero, n.fecha_pago,
            (select id from forma_pago_sat where clave = n.forma_pago), (select id from moneda where clave = n.moneda),
            n.tipo_cambio, n.monto, n.numero_operacion, n.pago
          from jsonb_to_recordset(${JSON.stringify(of.payments)}::jsonb) as n(id int8, cfdi int8, numero int8,
            fecha_pago timestamptz, forma_pago text, moneda text, tipo_cambio numeric, monto numeric,
            numero_operacion text, pago int8)`,
  )
  await tx.execute(
    sql`insert into cfdi_pago_documento (empresa_id, id, creado_en, modificado_en, pago, partida, documento,
            uuid_documento, serie, folio, moneda, equivalencia, parcialidad, saldo_anterior, importe_pagado,
            saldo_insoluto, objeto_impuesto)
          select ${empresa}::int8, n.id, ${of.now}::timestamptz, ${of.now}::timestamptz, n.pago, n.partida,
            (select c.id from cfdi c where c.empresa_id = ${empresa}::int8 and c.uuid = n.uuid), n.uuid, n.serie, n.folio,
            (select id from moneda where clave = n.moneda), n.equivalencia, n.parcialidad, n.saldo_anterior,
            n.importe_pagado, n.saldo_insoluto, (select id from objeto_impuesto where clave = n.objeto_impuesto)
          from jsonb_to_recordset(${JSON.stringify(of.documents)}::jsonb) as n(id int8, pago int8, partida int8,
            uuid text, serie text, folio text, moneda text, equivalencia numeric, parcialidad int8,
            saldo_anterior numeric, importe_pagado numeric, saldo_insoluto numeric, objeto_impuesto text)`,
  )
}

/** Notes the complement at what it tells, and at the payments. */
export async function noteComplement(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly cfdi: number
    readonly aplicaciones: readonly string[]
    readonly pagos: readonly string[]
    readonly now: string
  },
): Promise<void> {
  await tx.execute(
    sql`update pago_proveedor_aplicacion set complemento = ${of.cfdi}::int8, version = version + 1,
            modificado_en = ${of.now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${of.aplicaciones}::int8[])`,
  )
  await tx.execute(
    sql`update pago_proveedor set complemento = ${of.cfdi}::int8, version = version + 1,
            modificado_en = ${of.now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${of.pagos}::int8[])`,
  )
}

/** Payments whose complement is overdue. */
export interface MissingComplements {
  readonly total: number
  /** A JSON array as text, the oldest first. */
  readonly rows: string
}

/**
 * What was paid of invoices that are paid in parts or later (PPD) and whose complement had to be here before a day: by
 * the fifth of the month after the payment.
 */
export async function readMissingComplements(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly to: string
    readonly proveedor: string | null
    readonly isNamed: boolean
    readonly page: number
    readonly perPage: number
  },
): Promise<MissingComplements> {
  const rows = await tx.query<MissingComplements>(
    sql`with s as (
            select g.id as pago, g.folio, g.fecha, g.proveedor, u.id as cuenta, u.folio as cuenta_folio,
              u.numero_factura, u.uuid, m.clave as moneda_str, a.importe,
              (date_trunc('month', g.fecha) + interval '1 month 4 days')::date as vence, a.id
            from pago_proveedor g
            join pago_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.pago = g.id and a.complemento is null
            join cuenta_por_pagar u on u.empresa_id = ${empresa}::int8 and u.id = a.cuenta
            join cfdi c on c.empresa_id = ${empresa}::int8 and c.id = u.cfdi
            join metodo_pago p on p.id = c.metodo_pago and p.clave = 'PPD'
            join moneda m on m.id = u.moneda
            where g.empresa_id = ${empresa}::int8 and g.estado = 'aplicado'
              and (${of.proveedor}::int8 is null or g.proveedor = ${of.proveedor}::int8)
              and (date_trunc('month', g.fecha) + interval '1 month 4 days')::date < ${of.to}::date)
          select (select count(*) from s) as total, coalesce((select json_agg(row_to_json(x))::text from (
            select s.pago, s.folio, s.fecha, s.proveedor,
              case when ${of.isNamed} then (select concat_ws(' ', v.clave, v.razon_social) from proveedor v
                where v.empresa_id = ${empresa}::int8 and v.id = s.proveedor) end as proveedor_str,
              s.cuenta, s.cuenta_folio, s.numero_factura, s.uuid, s.moneda_str, s.importe, s.vence,
              ${of.to}::date - s.vence as dias
            from s order by s.vence, s.fecha, s.pago, s.id
            limit ${of.perPage} offset ${(of.page - 1) * of.perPage}) x), '[]') as rows`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the report of complements returned no row')
  return row
}
