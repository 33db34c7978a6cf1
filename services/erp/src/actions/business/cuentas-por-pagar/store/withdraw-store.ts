import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'
import type { InvoicedPart } from './invoice-store.ts'

/** A locked CuentaPorPagar. */
export interface PayableRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly proveedor: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly uuid: string | null
  readonly total: string
  readonly saldo: string
  /** The orders that its lines invoice. */
  readonly compras: readonly string[]
}

/** Locks what is owed to suppliers, in the order of the ids. */
export async function lockPayables(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PayableRow>> {
  const rows = await tx.query<PayableRow>(
    sql`select u.id::text as id, u.folio, u.estado, u.proveedor::text as proveedor, u.moneda::text as moneda,
            u.tipo_cambio::text as tipo_cambio, u.uuid, u.total::text as total, u.saldo::text as saldo,
            array(select distinct p.compra::text from cuenta_por_pagar_partida l
              join compra_partida p on p.empresa_id = ${empresa}::int8 and p.id = l.compra_partida
              where l.empresa_id = ${empresa}::int8 and l.cuenta = u.id and l.importe_recibido is not null) as compras
          from cuenta_por_pagar u
          where u.empresa_id = ${empresa}::int8 and u.id = any(${ids}::int8[])
          order by u.id for no key update of u`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What keeps an invoice: payments, advances, credit notes, programmes and receipts for it that are in force. */
export interface PayableDependents {
  readonly cuenta: string
  readonly modelo: string
  readonly count: number
  /** The first ten. */
  readonly ids: readonly number[]
}

export async function findPayableDependents(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly PayableDependents[]> {
  return await tx.query<PayableDependents>(
    sql`select cuenta::text as cuenta, modelo, count(*) as count, to_json((array_agg(id order by id))[1:10]) as ids
          from (
            select a.cuenta, 'PagoProveedorAplicacion' as modelo, a.id from pago_proveedor_aplicacion a
            join pago_proveedor g on g.empresa_id = ${empresa}::int8 and g.id = a.pago
              and g.estado not in ('cancelado', 'rechazado')
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[])
            union all
            select a.cuenta, 'AnticipoProveedorAplicacion', a.id from anticipo_proveedor_aplicacion a
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[]) and a.cancelada is not true
            union all
            select a.cuenta, 'NotaCreditoProveedorAplicacion', a.id from nota_credito_proveedor_aplicacion a
            join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.id = a.nota and n.estado <> 'cancelada'
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[])
            union all
            select a.cuenta, 'ProgramacionPagoPartida', a.id from programacion_pago_partida a
            join programacion_pago g on g.empresa_id = ${empresa}::int8 and g.id = a.programacion and g.estado <> 'cancelada'
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[])
            union all
            select a.cuenta, 'ContraReciboProveedorFactura', a.id from contra_recibo_proveedor_factura a
            join contra_recibo_proveedor g on g.empresa_id = ${empresa}::int8 and g.id = a.contra_recibo
              and g.estado <> 'cancelado'
            where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[])) t
          group by cuenta, modelo order by cuenta, modelo`,
  )
}

/** What invoices took from orders and receipts, with the sign that gives it back. */
export async function findInvoicedParts(
  tx: Tx,
  empresa: EmpresaId,
  cuentas: readonly string[],
): Promise<readonly InvoicedPart[]> {
  return await tx.query<InvoicedPart>(
    sql`select compra_partida::text as compra_partida, recepcion_partida::text as recepcion_partida,
            recepcion_servicio::text as recepcion_servicio, (-facturada)::text as cantidad,
            (-importe_recibido)::text as base
          from cuenta_por_pagar_partida
          where empresa_id = ${empresa}::int8 and cuenta = any(${cuentas}::int8[]) and compra_partida is not null
            and importe_recibido is not null and facturada is not null
          order by id`,
  )
}

/** An invoice that is taken back is owed no more. */
export async function cancelPayables(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly ids: readonly string[]; readonly motivo: string; readonly now: string },
): Promise<void> {
  if (of.ids.length === 0) return
  await tx.execute(
    sql`update cuenta_por_pagar set estado = 'cancelada', saldo = 0, motivo_cancelacion = ${of.motivo},
            version = version + 1, modificado_en = ${of.now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${of.ids}::int8[])`,
  )
}
