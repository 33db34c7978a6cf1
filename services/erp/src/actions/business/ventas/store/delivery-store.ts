import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { apiError } from '../../../../errors.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked RemisionVenta, with its sale, which is locked too. */
export interface DeliveryRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  /** ISO 8601, UTC. */
  readonly fecha: string
  readonly cliente: string
  readonly almacen: string
  readonly venta: string | null
  readonly venta_estado: string | null
  readonly venta_cliente: string | null
  /** The folio of the sale that its own replaces and whose goods are still that one's; null: there is none. */
  readonly venta_sustituida: string | null
  readonly movimiento: string | null
  readonly movimiento_folio: string | null
  readonly costo: string | null
  readonly cuenta_cliente: string | null
  readonly dimensiones: Readonly<Record<string, number | null>>
}

/** Locks the sales of deliveries and then these, each in the order of their ids. */
export async function lockDeliveries(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DeliveryRow>> {
  const sales = await tx.query<{ id: string }>(
    sql`select v.id::text as id from venta v
          where v.empresa_id = ${empresa}::int8 and v.id in (select r.venta from remision_venta r
            where r.empresa_id = ${empresa}::int8 and r.id = any(${ids}::int8[]))
          order by v.id for no key update of v`,
  )
  const rows = await tx.query<DeliveryRow>(
    sql`select r.id::text as id, r.folio, r.estado,
            to_char(r.fecha at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as fecha, r.cliente::text as cliente,
            r.almacen::text as almacen, r.venta::text as venta, v.estado as venta_estado,
            v.cliente::text as venta_cliente,
            (select o.folio from venta o where o.empresa_id = ${empresa}::int8 and o.id = v.sustituye
              and o.estado <> 'cancelada' and exists (select from venta_partida p where p.empresa_id = ${empresa}::int8
                and p.venta = o.id and p.cantidad_entregada > coalesce(p.cantidad_devuelta, 0))) as venta_sustituida,
            r.movimiento::text as movimiento, m.folio as movimiento_folio,
            r.costo::text as costo, g.cuenta_contable::text as cuenta_cliente,
            json_build_object('sucursal', v.sucursal, 'vendedor', v.vendedor, 'almacen', r.almacen,
              'cliente', r.cliente, 'moneda', r.moneda, 'condicion_pago', v.condicion_pago) as dimensiones
          from remision_venta r
          left join venta v on v.empresa_id = ${empresa}::int8 and v.id = r.venta
          left join movimiento_inventario m on m.empresa_id = ${empresa}::int8 and m.id = r.movimiento
          left join cliente k on k.empresa_id = ${empresa}::int8 and k.id = r.cliente
          left join grupo_cliente g on g.empresa_id = ${empresa}::int8 and g.id = k.grupo_cliente
          where r.empresa_id = ${empresa}::int8 and r.id = any(${ids}::int8[])
          order by r.id for no key update of r`,
  )
  const locked = new Set(sales.map(({ id }) => id))
  const moved = rows.find(({ venta }) => venta !== null && !locked.has(venta))
  if (moved !== undefined) {
    const message = `RemisionVenta ${moved.id} was given another sale meanwhile; try again.`
    throw apiError('INVALID_STATE', message, 'venta')
  }
  return new Map(rows.map((row) => [row.id, row]))
}

/** A RemisionVentaPartida, with the line of the sale that it delivers. */
export interface DeliveryLineRow {
  readonly id: string
  readonly remision: string
  readonly partida: number
  readonly articulo: string
  readonly articulo_clave: string
  readonly tiene_existencia: boolean
  readonly unidad: string
  readonly lote: string | null
  readonly ubicacion: string | null
  readonly numero_serie: string | null
  /** The SerieArticulo of that number. */
  readonly serie: string | null
  readonly cantidad: string
  readonly importe_costo: string | null
  /** The VentaPartida; all that follows is its own. */
  readonly vendida: string | null
  readonly venta: string | null
  readonly articulo_vendido: string | null
  readonly unidad_vendida: string | null
  readonly cantidad_vendida: string | null
  readonly entregada: string
  readonly devuelta: string
  readonly centro_costo: string | null
  readonly reserva: string | null
  readonly reserva_estado: string | null
  readonly reserva_almacen: string | null
}

export async function findDeliveryLines(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly DeliveryLineRow[]> {
  return await tx.query<DeliveryLineRow>(
    sql`select l.id::text as id, l.remision::text as remision, l.partida, l.articulo::text as articulo,
            a.clave as articulo_clave, a.se_inventaria and a.tipo <> 'servicio' as tiene_existencia,
            l.unidad::text as unidad, l.lote::text as lote, l.ubicacion::text as ubicacion, l.numero_serie,
            (select s.id::text from serie_articulo s where s.empresa_id = ${empresa}::int8
              and s.articulo = l.articulo and s.numero_serie = l.numero_serie) as serie,
            l.cantidad::text as cantidad, l.importe_costo::text as importe_costo,
            p.id::text as vendida, p.venta::text as venta, p.articulo::text as articulo_vendido,
            p.unidad::text as unidad_vendida, p.cantidad::text as cantidad_vendida,
            coalesce(p.cantidad_entregada, 0)::text as entregada, coalesce(p.cantidad_devuelta, 0)::text as devuelta,
            p.centro_costo::text as centro_costo, p.reserva::text as reserva, r.estado as reserva_estado,
            r.almacen::text as reserva_almacen
          from remision_venta_partida l
          join articulo a on a.empresa_id = ${empresa}::int8 and a.id = l.articulo
          left join venta_partida p on p.empresa_id = ${empresa}::int8 and p.id = l.venta_partida
          left join reserva_inventario r on r.empresa_id = ${empresa}::int8 and r.id = p.reserva
          where l.empresa_id = ${empresa}::int8 and l.remision = any(${ids}::int8[])
          order by l.remision, l.partida, l.id`,
  )
}

/** What an action changes in a delivery; null leaves a value as it is. */
interface DeliveryChange {
  readonly id: string
  readonly estado: string
  readonly movimiento: string | null
  readonly costo: string | null
}

export async function changeDeliveries(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly DeliveryChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update remision_venta r set estado = n.estado, movimiento = coalesce(n.movimiento, r.movimiento),
            costo = coalesce(n.costo, r.costo), version = r.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, estado text, movimiento int8, costo numeric)
          where r.empresa_id = ${empresa}::int8 and r.id = n.id`,
  )
}

/** What a line of a delivery or of a return cost. */
export interface LineCost {
  readonly id: string
  readonly costo_unitario: string
  readonly importe_costo: string
}

export async function costDeliveryLines(
  tx: Tx,
  empresa: EmpresaId,
  { lines, now }: { readonly lines: readonly LineCost[]; readonly now: string },
): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(
    sql`update remision_venta_partida l set costo_unitario = n.costo_unitario, importe_costo = n.importe_costo,
            version = l.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
            as n(id int8, costo_unitario numeric, importe_costo numeric)
          where l.empresa_id = ${empresa}::int8 and l.id = n.id`,
  )
}

/** How much more of a VentaPartida is delivered, or less below zero; in its unit. */
export interface DeliveredPart {
  readonly id: string
  readonly cantidad: string
}

/**
 * Counts what was delivered of lines of sales, whose cost is the average of all that is delivered of them. Once the
 * deliveries and their lines are written.
 */
export async function countDelivered(
  tx: Tx,
  empresa: EmpresaId,
  { parts, now }: { readonly parts: readonly DeliveredPart[]; readonly now: string },
): Promise<void> {
  if (parts.length === 0) return
  await tx.execute(
    sql`with n as (
            select id, sum(cantidad) as cantidad
            from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as n(id int8, cantidad numeric) group by id),
          costos as (
            select l.venta_partida as id, sum(l.importe_costo) / nullif(sum(l.cantidad), 0) as costo
            from remision_venta_partida l
            join remision_venta r on r.empresa_id = ${empresa}::int8 and r.id = l.remision
              and r.estado in ('entregada', 'facturada')
            where l.empresa_id = ${empresa}::int8 and l.venta_partida in (select id from n)
            group by l.venta_partida)
          update venta_partida p set cantidad_entregada = coalesce(p.cantidad_entregada, 0) + n.cantidad,
            costo = round((select c.costo from costos c where c.id = n.id), 6), version = p.version + 1,
            modificado_en = ${now}::timestamptz
          from n where p.empresa_id = ${empresa}::int8 and p.id = n.id`,
  )
}
