import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked RecepcionCompra. */
export interface ReceiptRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  /** ISO 8601, UTC. */
  readonly fecha: string
  readonly compra: string
  readonly proveedor: string
  readonly almacen: string | null
  readonly moneda: string
  readonly tipo_cambio: string
  /** The MovimientoInventario that it made. */
  readonly movimiento: string | null
  readonly movimiento_folio: string | null
}

/** Locks receipts in the order of their ids. */
export async function lockReceipts(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReceiptRow>> {
  const rows = await tx.query<ReceiptRow>(
    sql`select r.id::text as id, r.folio, r.estado,
            to_char(r.fecha at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as fecha, r.compra::text as compra,
            r.proveedor::text as proveedor, r.almacen::text as almacen, r.moneda::text as moneda,
            r.tipo_cambio::text as tipo_cambio, v.id::text as movimiento, v.folio as movimiento_folio
          from recepcion_compra r
          left join lateral (
            select v.id, v.folio from movimiento_inventario v
            join modelo_sistema m on m.id = v.modelo and m.nombre = 'RecepcionCompra'
            where v.empresa_id = ${empresa}::int8 and v.registro = r.id::text
            order by v.id limit 1) v on true
          where r.empresa_id = ${empresa}::int8 and r.id = any(${ids}::int8[])
          order by r.id for no key update of r`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A locked line of a receipt; numbers as text. */
export interface ReceiptLineRow {
  readonly id: string
  readonly recepcion: string
  readonly partida: number
  readonly compra_partida: string
  readonly articulo: string | null
  readonly lote: string | null
  readonly serie: string | null
  readonly ubicacion: string | null
  readonly recibida: string
  readonly aceptada: string
  readonly rechazada: string
  readonly unidad: string
  readonly costo: string
  /** Null: it was received before receipts were booked. */
  readonly importe_base: string | null
  readonly devuelta: string
  readonly importe_devuelto: string
  readonly facturada: string
}

/** Locks lines of receipts in the order of their ids. */
export async function lockReceiptLines(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly receipts: readonly string[]; readonly lines: readonly string[] },
): Promise<readonly ReceiptLineRow[]> {
  return await tx.query<ReceiptLineRow>(
    sql`select id::text as id, recepcion::text as recepcion, partida, compra_partida::text as compra_partida,
            articulo::text as articulo, lote::text as lote, serie::text as serie, ubicacion::text as ubicacion,
            cantidad_recibida::text as recibida, cantidad_aceptada::text as aceptada,
            coalesce(cantidad_rechazada, 0)::text as rechazada, unidad::text as unidad, costo::text as costo,
            importe_base::text as importe_base, cantidad_devuelta::text as devuelta,
            importe_devuelto::text as importe_devuelto, cantidad_facturada::text as facturada
          from recepcion_compra_partida
          where empresa_id = ${empresa}::int8
            and (recepcion = any(${of.receipts}::int8[]) or id = any(${of.lines}::int8[]))
          order by id for no key update`,
  )
}

export async function changeReceipts(
  tx: Tx,
  empresa: EmpresaId,
  { ids, estado, now }: { readonly ids: readonly string[]; readonly estado: string; now: string },
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(
    sql`update recepcion_compra set estado = ${estado}, version = version + 1, modificado_en = ${now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
}

/** What applying writes into a line. */
export interface AppliedLine {
  readonly id: string
  readonly cantidad_recibida: string
  readonly importe_base: string
}

export async function applyReceiptLines(
  tx: Tx,
  empresa: EmpresaId,
  { lines, now }: { readonly lines: readonly AppliedLine[]; readonly now: string },
): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(
    sql`update recepcion_compra_partida l set cantidad_recibida = n.cantidad_recibida,
            importe_base = n.importe_base, version = l.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
            as n(id int8, cantidad_recibida numeric, importe_base numeric)
          where l.empresa_id = ${empresa}::int8 and l.id = n.id`,
  )
}

/** A receipt that an order is received by, applied at once. */
export interface NewReceipt {
  readonly id: string
  readonly folio: string
  readonly fecha: string
  readonly compra: string
  readonly proveedor: string
  readonly almacen: string | null
  readonly remision_proveedor: string | null
  readonly factura_proveedor: string | null
  readonly moneda: string
  readonly tipo_cambio: string
  readonly total: string
}

export interface NewReceiptLine {
  readonly id: string
  readonly recepcion: string
  readonly partida: number
  readonly compra_partida: string
  readonly articulo: string | null
  readonly lote: string | null
  readonly serie: string | null
  readonly ubicacion: string | null
  readonly cantidad_recibida: string
  readonly cantidad_aceptada: string
  readonly cantidad_rechazada: string
  readonly unidad: string
  readonly costo: string
  readonly motivo_rechazo: string | null
  readonly importe_base: string
}

/** Writes receipts that are applied already, with their lines. */
export async function insertReceipts(
  tx: Tx,
  empresa: EmpresaId,
  made: {
    readonly receipts: readonly NewReceipt[]
    readonly lines: readonly NewReceiptLine[]
    readonly usuarioId: string
    readonly now: string
  },
): Promise<void> {
  if (made.receipts.length === 0) return
  await tx.execute(
    sql`insert into recepcion_compra (empresa_id, id, creado_en, modificado_en, folio, fecha, compra, proveedor,
            almacen, remision_proveedor, factura_proveedor, recibido_por, moneda, tipo_cambio, total, estado)
          select ${empresa}::int8, n.id, ${made.now}::timestamptz, ${made.now}::timestamptz, n.folio, n.fecha, n.compra,
            n.proveedor, n.almacen, n.remision_proveedor, n.factura_proveedor, ${made.usuarioId}::int8, n.moneda,
            n.tipo_cambio, n.total, 'aplicada'
          from jsonb_to_recordset(${JSON.stringify(made.receipts)}::jsonb) as n(id int8, folio text, fecha timestamptz, compra int8,
            proveedor int8, almacen int8, remision_proveedor text, factura_proveedor text, moneda int8,
            tipo_cambio numeric, total numeric)`,
  )
  await tx.execute(
    sql`insert into recepcion_compra_partida (empresa_id, id, creado_en, modificado_en, recepcion, partida,
            compra_partida, articulo, lote, serie, ubicacion, cantidad_recibida, cantidad_aceptada,
            cantidad_rechazada, unidad, costo, motivo_rechazo, importe_base)
          select ${empresa}::int8, n.id, ${made.now}::timestamptz, ${made.now}::timestamptz, n.recepcion, n.partida,
            n.compra_partida, n.articulo, n.lote, n.serie, n.ubicacion, n.cantidad_recibida, n.cantidad_aceptada,
            n.cantidad_rechazada, n.unidad, n.costo, n.motivo_rechazo, n.importe_base
          from jsonb_to_recordset(${JSON.stringify(made.lines)}::jsonb) as n(id int8, recepcion int8, partida int8,
            compra_partida int8, articulo int8, lote int8, serie int8, ubicacion int8, cantidad_recibida numeric,
            cantidad_aceptada numeric, cantidad_rechazada numeric, unidad int8, costo numeric, motivo_rechazo text,
            importe_base numeric)`,
  )
}

/** Takes receipts away again that this transaction has just written. */
export async function discardReceipts(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    delete from recepcion_compra_partida where empresa_id = ${empresa}::int8 and recepcion = any(${ids}::int8[])`)
  await tx.execute(sql`
    delete from recepcion_compra where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`)
}
