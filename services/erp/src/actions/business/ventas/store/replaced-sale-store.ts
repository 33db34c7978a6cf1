import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A sale that another one replaces, with its CFDI. Ids as text. */
export interface ReplacedSale {
  /** The sale that replaces it. */
  readonly venta: string
  readonly id: string
  readonly folio: string
  readonly cliente: string
  readonly estado: string
  readonly cfdi_estado: string | null
  readonly uuid: string | null
  readonly rfc_receptor: string | null
}

/** What sales replace. */
export async function findReplacedSales(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReplacedSale>> {
  const rows = await tx.query<ReplacedSale>(
    sql`select v.id::text as venta, o.id::text as id, o.folio, o.cliente::text as cliente, o.estado,
            f.estado as cfdi_estado, f.uuid::text as uuid, f.rfc_receptor
          from venta v
          join venta o on o.empresa_id = ${empresa}::int8 and o.id = v.sustituye
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = o.cfdi
          where v.empresa_id = ${empresa}::int8 and v.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.venta, row]))
}

/** The sale that a CFDI invoices; null where it is that of none, or of several. */
export async function findSaleOfCfdi(
  tx: Tx,
  empresa: EmpresaId,
  cfdi: string,
): Promise<string | null> {
  const [row, ...more] = await tx.query<{ id: string }>(
    sql`select id::text as id from venta where empresa_id = ${empresa}::int8 and cfdi = ${cfdi}::int8
      order by id limit 2`,
  )
  return row === undefined || more.length > 0 ? null : row.id
}

/** Deliveries of sales that took place, in the order of their ids. */
export async function findDeliveriesOf(
  tx: Tx,
  empresa: EmpresaId,
  ventas: readonly string[],
): Promise<readonly { readonly id: string; readonly folio: string; readonly venta: string }[]> {
  return await tx.query(
    sql`select id::text as id, folio, venta::text as venta from remision_venta
          where empresa_id = ${empresa}::int8 and venta = any(${ventas}::int8[]) and estado = 'entregada' order by id`,
  )
}

/** A line of a sale whose deliveries go to a line of another one. Ids. */
export interface HandedLine {
  readonly de: string
  readonly a: string
}

/** What goes from one sale to another. Ids. */
interface Handover {
  readonly de: string
  readonly a: string
  readonly lines: readonly HandedLine[]
  readonly now: string
}

/**
 * Gives the deliveries and returns of a sale to another one, and what was counted of them to its lines. Both sales and
 * the deliveries are locked.
 */
export async function handOver(tx: Tx, empresa: EmpresaId, of: Handover): Promise<void> {
  // Lines first: they are found by what their documents say.
  await handOverLines(tx, empresa, of)
  await handOverDocuments(tx, empresa, of)
  const { now } = of
  const rows = JSON.stringify(of.lines)
  await tx.execute(
    sql`with n as (select * from jsonb_to_recordset(${rows}::jsonb) as n(de int8, a int8)),
          contado as (
            select n.a as id, p.cantidad_entregada as entregada, p.cantidad_devuelta as devuelta, p.costo
            from n join venta_partida p on p.empresa_id = ${empresa}::int8 and p.id = n.de
            union all select n.de, null, null, null from n)
          update venta_partida p set cantidad_entregada = c.entregada, cantidad_devuelta = c.devuelta, costo = c.costo,
            version = p.version + 1, modificado_en = ${now}::timestamptz
          from contado c where p.empresa_id = ${empresa}::int8 and p.id = c.id`,
  )
}

async function handOverLines(tx: Tx, empresa: EmpresaId, of: Handover): Promise<void> {
  const { de, now } = of
  const rows = JSON.stringify(of.lines)
  await tx.execute(
    sql`update remision_venta_partida l set venta_partida = n.a, modificado_en = ${now}::timestamptz,
            version = l.version + 1
          from jsonb_to_recordset(${rows}::jsonb) as n(de int8, a int8)
          where l.empresa_id = ${empresa}::int8 and l.venta_partida = n.de and l.remision in (
            select r.id from remision_venta r where r.empresa_id = ${empresa}::int8 and r.venta = ${de}::int8
              and r.estado = 'entregada')`,
  )
  await tx.execute(
    sql`update devolucion_venta_partida l set venta_partida = n.a, modificado_en = ${now}::timestamptz,
            version = l.version + 1
          from jsonb_to_recordset(${rows}::jsonb) as n(de int8, a int8)
          where l.empresa_id = ${empresa}::int8 and l.venta_partida = n.de and l.devolucion in (
            select d.id from devolucion_venta d where d.empresa_id = ${empresa}::int8 and d.venta = ${de}::int8
              and d.estado not in ('cancelada', 'rechazada'))`,
  )
}

async function handOverDocuments(tx: Tx, empresa: EmpresaId, of: Handover): Promise<void> {
  const { a, de, now } = of
  await tx.execute(
    sql`update remision_venta set venta = ${a}::int8, modificado_en = ${now}::timestamptz, version = version + 1
          where empresa_id = ${empresa}::int8 and venta = ${de}::int8 and estado = 'entregada'`,
  )
  await tx.execute(
    sql`update devolucion_venta set venta = ${a}::int8, modificado_en = ${now}::timestamptz, version = version + 1
          where empresa_id = ${empresa}::int8 and venta = ${de}::int8 and estado not in ('cancelada', 'rechazada')`,
  )
}
