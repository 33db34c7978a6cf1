import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

// What is invoiced is added to lines where it stands, and what nobody needs is deleted: statements over sets of rows.

/** An invoice in force that says the same as another one. */
export interface SameInvoice {
  readonly id: string
  readonly folio: string
  readonly uuid: string | null
  readonly proveedor: string
  readonly numero: string | null
}

/** Invoices in force with one of the UUIDs, or with one of the numbers of one of the suppliers. */
export async function findSameInvoices(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly uuids: readonly string[]
    readonly proveedores: readonly string[]
    readonly numeros: readonly string[]
  },
): Promise<readonly SameInvoice[]> {
  return await tx.query<SameInvoice>(
    sql`select id::text as id, folio, uuid, proveedor::text as proveedor, numero_factura as numero
          from cuenta_por_pagar
          where empresa_id = ${empresa}::int8 and estado <> 'cancelada' and (uuid = any(${wanted.uuids}::text[])
            or (proveedor = any(${wanted.proveedores}::int8[]) and numero_factura = any(${wanted.numeros}::text[])))`,
  )
}

/** Takes off lines and taxes that somebody typed for invoices, whose CFDI says better. */
export async function clearInvoices(
  tx: Tx,
  empresa: EmpresaId,
  cuentas: readonly string[],
): Promise<void> {
  if (cuentas.length === 0) return
  await tx.execute(
    sql`delete from cuenta_por_pagar_partida where empresa_id = ${empresa}::int8 and cuenta = any(${cuentas}::int8[])`,
  )
  await tx.execute(
    sql`delete from cuenta_por_pagar_impuesto where empresa_id = ${empresa}::int8 and cuenta = any(${cuentas}::int8[])`,
  )
}

/** What an invoice takes from a receipt, or gives back to it: then below zero. */
export interface InvoicedPart {
  readonly compra_partida: string
  readonly recepcion_partida: string | null
  readonly recepcion_servicio: string | null
  readonly cantidad: string
  /** In the company's currency. */
  readonly base: string
}

/** Notes at the lines of orders and receipts what of them is invoiced. */
export async function noteInvoiced(
  tx: Tx,
  empresa: EmpresaId,
  { parts, now }: { readonly parts: readonly InvoicedPart[]; readonly now: string },
): Promise<void> {
  if (parts.length === 0) return
  const json = JSON.stringify(parts)
  await tx.execute(
    sql`update compra_partida p set cantidad_facturada = p.cantidad_facturada + n.cantidad,
            version = p.version + 1, modificado_en = ${now}::timestamptz
          from (select compra_partida, sum(cantidad) as cantidad
            from jsonb_to_recordset(${json}::jsonb) as x(compra_partida int8, cantidad numeric)
            group by compra_partida) n
          where p.empresa_id = ${empresa}::int8 and p.id = n.compra_partida`,
  )
  await tx.execute(
    sql`update recepcion_compra_partida p set cantidad_facturada = p.cantidad_facturada + n.cantidad,
            importe_facturado = p.importe_facturado + n.base, version = p.version + 1,
            modificado_en = ${now}::timestamptz
          from (select recepcion_partida, sum(cantidad) as cantidad, sum(base) as base
            from jsonb_to_recordset(${json}::jsonb) as x(recepcion_partida int8, cantidad numeric, base numeric)
            where recepcion_partida is not null group by recepcion_partida) n
          where p.empresa_id = ${empresa}::int8 and p.id = n.recepcion_partida`,
  )
  await tx.execute(
    sql`update recepcion_servicio p set cantidad_facturada = p.cantidad_facturada + n.cantidad,
            importe_facturado = p.importe_facturado + n.base,
            estado = case when p.cantidad_facturada + n.cantidad >= p.cantidad then 'facturada' else 'aceptada' end,
            version = p.version + 1, modificado_en = ${now}::timestamptz
          from (select recepcion_servicio, sum(cantidad) as cantidad, sum(base) as base
            from jsonb_to_recordset(${json}::jsonb) as x(recepcion_servicio int8, cantidad numeric, base numeric)
            where recepcion_servicio is not null group by recepcion_servicio) n
          where p.empresa_id = ${empresa}::int8 and p.id = n.recepcion_servicio`,
  )
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

/** Finds what invoices took from orders and receipts, with the sign that gives it back. */
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

/** Finds the orders of which locked invoices invoiced something. */
export async function findInvoicedOrders(
  tx: Tx,
  empresa: EmpresaId,
  cuentas: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.query<{ compra: string }>(
    sql`select distinct p.compra::text as compra
          from cuenta_por_pagar_partida l
          join compra_partida p on p.empresa_id = ${empresa}::int8 and p.id = l.compra_partida
          where l.empresa_id = ${empresa}::int8 and l.cuenta = any(${cuentas}::int8[])
            and l.importe_recibido is not null`,
  )
  return rows.map(({ compra }) => compra)
}

/** Finds the XML of invoices that wait: that of their Cfdi, else the last one that was attached. */
export async function findXmlOf(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx.query<{ id: string; xml: string | null }>(
    sql`select u.id::text as id, coalesce(c.xml, (
              select a.id from adjunto a join modelo_sistema m on m.id = a.modelo and m.nombre = 'CuentaPorPagar'
              join tipo_archivo t on t.id = a.tipo and t.extension = 'xml'
              where a.empresa_id = ${empresa}::int8 and a.registro = u.id::text
              order by a.id desc limit 1))::text as xml
          from cuenta_por_pagar u
          left join cfdi c on c.empresa_id = ${empresa}::int8 and c.id = u.cfdi
          where u.empresa_id = ${empresa}::int8 and u.id = any(${ids}::int8[]) and u.estado = 'por_validar'`,
  )
  return new Map(rows.map(({ id, xml }) => [id, xml]))
}
