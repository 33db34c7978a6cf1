import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { apiError } from '../../../../errors.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked DevolucionVenta, with its sale, which is locked too. */
export interface ReturnRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly cliente: string
  readonly almacen: string
  readonly almacen_clave: string
  readonly almacen_tipo: string
  readonly venta: string | null
  readonly venta_estado: string | null
  readonly venta_cliente: string | null
  /** Where the reason sends what comes back, and whether it is looked at first. */
  readonly destino: string
  readonly requiere_inspeccion: boolean
  readonly movimiento: string | null
  readonly movimiento_folio: string | null
  readonly cuenta_cliente: string | null
  readonly dimensiones: Readonly<Record<string, number | null>>
}

/** Locks the sales of returns and then these, each in the order of their ids. */
export async function lockReturns(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReturnRow>> {
  const sales = await tx.query<{ id: string }>(
    sql`select v.id::text as id from venta v
          where v.empresa_id = ${empresa}::int8 and v.id in (select d.venta from devolucion_venta d
            where d.empresa_id = ${empresa}::int8 and d.id = any(${ids}::int8[]))
          order by v.id for no key update of v`,
  )
  const rows = await tx.query<ReturnRow>(
    sql`select d.id::text as id, d.folio, d.estado, d.cliente::text as cliente, d.almacen::text as almacen,
            a.clave as almacen_clave, a.tipo as almacen_tipo, d.venta::text as venta, v.estado as venta_estado,
            v.cliente::text as venta_cliente, o.destino, coalesce(o.requiere_inspeccion, false) as requiere_inspeccion,
            d.movimiento::text as movimiento, m.folio as movimiento_folio, g.cuenta_contable::text as cuenta_cliente,
            json_build_object('sucursal', v.sucursal, 'vendedor', v.vendedor, 'almacen', d.almacen,
              'cliente', d.cliente, 'moneda', d.moneda, 'condicion_pago', v.condicion_pago) as dimensiones
          from devolucion_venta d
          join almacen a on a.empresa_id = ${empresa}::int8 and a.id = d.almacen
          join motivo_devolucion o on o.empresa_id = ${empresa}::int8 and o.id = d.motivo_devolucion
          left join venta v on v.empresa_id = ${empresa}::int8 and v.id = d.venta
          left join movimiento_inventario m on m.empresa_id = ${empresa}::int8 and m.id = d.movimiento
          left join cliente k on k.empresa_id = ${empresa}::int8 and k.id = d.cliente
          left join grupo_cliente g on g.empresa_id = ${empresa}::int8 and g.id = k.grupo_cliente
          where d.empresa_id = ${empresa}::int8 and d.id = any(${ids}::int8[])
          order by d.id for no key update of d`,
  )
  const locked = new Set(sales.map(({ id }) => id))
  const moved = rows.find(({ venta }) => venta !== null && !locked.has(venta))
  if (moved !== undefined) {
    const message = `DevolucionVenta ${moved.id} was given another sale meanwhile; try again.`
    throw apiError('INVALID_STATE', message, 'venta')
  }
  return new Map(rows.map((row) => [row.id, row]))
}

/** A DevolucionVentaPartida, with the line of the sale that comes back. */
export interface ReturnLineRow {
  readonly id: string
  readonly devolucion: string
  readonly partida: number
  readonly articulo: string
  readonly articulo_clave: string
  readonly tiene_existencia: boolean
  readonly lote: string | null
  readonly ubicacion: string | null
  readonly numero_serie: string | null
  /** The SerieArticulo of that number. */
  readonly serie: string | null
  readonly cantidad_devuelta: string
  readonly cantidad_aceptada: string | null
  readonly dictamen: string | null
  /** The VentaPartida; all that follows is its own. */
  readonly vendida: string | null
  readonly venta: string | null
  readonly articulo_vendido: string | null
  readonly unidad_vendida: string | null
  readonly entregada: string
  readonly devuelta: string
  readonly centro_costo: string | null
  /** What was delivered of it and came back before, and what that cost. */
  readonly cantidad_salida: string
  readonly costo_salida: string
  readonly cantidad_vuelta: string
  readonly costo_vuelta: string
}

export async function findReturnLines(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly ReturnLineRow[]> {
  return await tx.query<ReturnLineRow>(
    sql`select l.id::text as id, l.devolucion::text as devolucion, l.partida, l.articulo::text as articulo,
            a.clave as articulo_clave, a.se_inventaria and a.tipo <> 'servicio' as tiene_existencia,
            l.lote::text as lote, l.ubicacion::text as ubicacion, l.numero_serie,
            (select s.id::text from serie_articulo s where s.empresa_id = ${empresa}::int8
              and s.articulo = l.articulo and s.numero_serie = l.numero_serie) as serie,
            l.cantidad_devuelta::text as cantidad_devuelta, l.cantidad_aceptada::text as cantidad_aceptada, l.dictamen,
            p.id::text as vendida, p.venta::text as venta, p.articulo::text as articulo_vendido,
            p.unidad::text as unidad_vendida, coalesce(p.cantidad_entregada, 0)::text as entregada,
            coalesce(p.cantidad_devuelta, 0)::text as devuelta, p.centro_costo::text as centro_costo,
            coalesce(s.cantidad, 0)::text as cantidad_salida, coalesce(s.costo, 0)::numeric(18, 2)::text as costo_salida,
            coalesce(b.cantidad, 0)::text as cantidad_vuelta, coalesce(b.costo, 0)::numeric(18, 2)::text as costo_vuelta
          from devolucion_venta_partida l
          join articulo a on a.empresa_id = ${empresa}::int8 and a.id = l.articulo
          left join venta_partida p on p.empresa_id = ${empresa}::int8 and p.id = l.venta_partida
          left join lateral (
            select sum(x.cantidad) as cantidad, sum(x.importe_costo) as costo from remision_venta_partida x
            join remision_venta r on r.empresa_id = ${empresa}::int8 and r.id = x.remision
              and r.estado in ('entregada', 'facturada')
            where x.empresa_id = ${empresa}::int8 and x.venta_partida = p.id and x.importe_costo is not null) s on true
          left join lateral (
            select sum(x.cantidad_aceptada) as cantidad, sum(x.importe_costo) as costo from devolucion_venta_partida x
            join devolucion_venta d on d.empresa_id = ${empresa}::int8 and d.id = x.devolucion
              and d.estado in ('recibida', 'acreditada')
            where x.empresa_id = ${empresa}::int8 and x.venta_partida = p.id) b on true
          where l.empresa_id = ${empresa}::int8 and l.devolucion = any(${ids}::int8[])
          order by l.devolucion, l.partida, l.id`,
  )
}

/** What an action changes in a return; null leaves a value as it is. */
interface ReturnChange {
  readonly id: string
  readonly estado: string
  readonly movimiento: string | null
  readonly costo: string | null
}

export async function changeReturns(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly ReturnChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update devolucion_venta d set estado = n.estado, movimiento = coalesce(n.movimiento, d.movimiento),
            costo = coalesce(n.costo, d.costo), version = d.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, estado text, movimiento int8, costo numeric)
          where d.empresa_id = ${empresa}::int8 and d.id = n.id`,
  )
}

/** What was accepted of a line, and what it cost; null: it keeps no stock. */
interface AcceptedLine {
  readonly id: string
  readonly cantidad_aceptada: string
  readonly costo_unitario: string | null
  readonly importe_costo: string | null
}

export async function acceptReturnLines(
  tx: Tx,
  empresa: EmpresaId,
  { lines, now }: { readonly lines: readonly AcceptedLine[]; readonly now: string },
): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(
    sql`update devolucion_venta_partida l set cantidad_aceptada = n.cantidad_aceptada,
            costo_unitario = n.costo_unitario, importe_costo = n.importe_costo, version = l.version + 1,
            modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
            as n(id int8, cantidad_aceptada numeric, costo_unitario numeric, importe_costo numeric)
          where l.empresa_id = ${empresa}::int8 and l.id = n.id`,
  )
}

/** Counts what came back of lines of sales; below zero it is taken back. */
export async function countReturned(
  tx: Tx,
  empresa: EmpresaId,
  {
    parts,
    now,
  }: {
    readonly parts: readonly { readonly id: string; readonly cantidad: string }[]
    readonly now: string
  },
): Promise<void> {
  if (parts.length === 0) return
  await tx.execute(
    sql`update venta_partida p set cantidad_devuelta = coalesce(p.cantidad_devuelta, 0) + n.cantidad,
            version = p.version + 1, modificado_en = ${now}::timestamptz
          from (select id, sum(cantidad) as cantidad
            from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as n(id int8, cantidad numeric) group by id) n
          where p.empresa_id = ${empresa}::int8 and p.id = n.id`,
  )
}
