import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { MAX_WITHHOLDING } from '../../../../fiscal/withholding.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'
import type { AmountsHead, AmountsLine } from '../../document-amounts.ts'

/** A locked Venta. Ids and amounts as text. */
export interface SaleRow extends AmountsHead {
  readonly folio: string
  readonly estado: string
  readonly cliente: string
  readonly almacen: string | null
  readonly sucursal: string | null
  readonly vendedor: string | null
  readonly domicilio_entrega: string | null
  readonly orden_compra_cliente: string | null
  /** The sale that it replaces. */
  readonly sustituye: string | null
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
  /** Paid at once: no credit is given. */
  readonly es_contado: boolean
}

/** Locks sales in the order of their ids. */
export async function lockSales(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SaleRow>> {
  // Their CFDI is read in a statement of its own: one that waited for the lock would see it as it was before the wait.
  await tx.execute(
    sql`select from venta
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[]) order by id for no key update`,
  )
  const rows = await tx.query<SaleRow>(
    sql`select v.id::text as id, v.folio, v.estado, v.fecha::text as fecha, v.cliente::text as cliente,
            v.moneda::text as moneda, m.clave as moneda_clave, v.tipo_cambio::text as tipo_cambio,
            v.descuento::text as descuento, v.impuestos::text as impuestos, v.retenciones::text as retenciones,
            v.total::text as total, v.almacen::text as almacen, v.sucursal::text as sucursal,
            v.vendedor::text as vendedor, v.domicilio_entrega::text as domicilio_entrega,
            v.orden_compra_cliente, v.sustituye::text as sustituye, v.cfdi::text as cfdi, f.estado as cfdi_estado,
            coalesce(c.es_contado, false) as es_contado
          from venta v
          join moneda m on m.id = v.moneda
          left join condicion_pago c on c.empresa_id = ${empresa}::int8 and c.id = v.condicion_pago
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = v.cfdi
          where v.empresa_id = ${empresa}::int8 and v.id = any(${ids}::int8[])
          order by v.id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A VentaPartida, with what its article says. */
export interface SaleLineRow extends AmountsLine {
  readonly id: string
  readonly venta: string
  readonly partida: number
  readonly articulo: string | null
  readonly articulo_clave: string | null
  /** Null: the line names no article. */
  readonly articulo_estado: string | null
  readonly se_vende: boolean
  readonly tiene_existencia: boolean
  readonly sobre_pedido: boolean
  readonly unidad: string
  readonly cantidad: string
  readonly precio: string
  readonly entregada: string
  readonly devuelta: string
  readonly centro_costo: string | null
  /** The ReservaInventario that still holds something for it. */
  readonly reserva: string | null
}

export async function findSaleLines(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly SaleLineRow[]> {
  return await tx.query<SaleLineRow>(
    sql`select p.id::text as id, p.venta::text as venta, p.partida, p.articulo::text as articulo,
            a.clave as articulo_clave, a.estado as articulo_estado, coalesce(a.se_vende, true) as se_vende,
            coalesce(a.se_inventaria and a.tipo <> 'servicio', false) as tiene_existencia,
            coalesce(a.sobre_pedido, false) as sobre_pedido, p.unidad::text as unidad, p.cantidad::text as cantidad,
            p.precio::text as precio, coalesce(p.cantidad_entregada, 0)::text as entregada,
            coalesce(p.cantidad_devuelta, 0)::text as devuelta, p.centro_costo::text as centro_costo,
            (select r.id::text from reserva_inventario r
             where r.empresa_id = ${empresa}::int8 and r.id = p.reserva and r.estado = 'vigente') as reserva,
            p.importe::text as importe, p.descuento::text as descuento, p.impuestos::text as impuestos,
            p.retenciones::text as retenciones,
            round(p.importe * v.tipo_cambio, 2)::text as importe_base,
            round(p.descuento * v.tipo_cambio, 2)::text as descuento_base,
            round(p.impuestos * v.tipo_cambio, 2)::text as impuestos_base,
            round(p.retenciones * v.tipo_cambio, 2)::text as retenciones_base,
            case when p.cantidad <= 0 or p.precio <= 0
              or p.importe <> round(p.cantidad * p.precio, least(coalesce(m.decimales, 2), 2)::int4)
              or p.descuento not between 0 and p.importe or p.impuestos < 0 or p.retenciones < 0
              or p.retenciones > round((p.importe - p.descuento) * ${MAX_WITHHOLDING}::numeric, 2)
              then p.partida end as mal
          from venta v
          join moneda m on m.id = v.moneda
          join venta_partida p on p.empresa_id = ${empresa}::int8 and p.venta = v.id
          left join articulo a on a.empresa_id = ${empresa}::int8 and a.id = p.articulo
          where v.empresa_id = ${empresa}::int8 and v.id = any(${ids}::int8[])
          order by p.venta, p.partida, p.id`,
  )
}

/** Notes what is put aside for lines; null: nothing is. */
export async function setReservations(
  tx: Tx,
  empresa: EmpresaId,
  {
    lines,
    now,
  }: {
    readonly lines: readonly { readonly id: string; readonly reserva: string | null }[]
    readonly now: string
  },
): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(
    sql`update venta_partida p set reserva = n.reserva, version = p.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(id int8, reserva int8)
          where p.empresa_id = ${empresa}::int8 and p.id = n.id`,
  )
}

/** What keeps a sale from being taken back, of one model. */
export interface SaleDependents {
  readonly venta: string
  readonly modelo: string
  readonly count: number
  /** The first ten. */
  readonly ids: readonly number[]
}

/** Deliveries, returns, invoices and advances of sales; cancelled and rejected ones do not count. */
export async function findSaleDependents(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly SaleDependents[]> {
  return await tx.query<SaleDependents>(
    sql`select venta::text as venta, modelo, count(*) as count, to_json((array_agg(id order by id))[1:10]) as ids
          from (
            select venta, 'RemisionVenta' as modelo, id from remision_venta
            where empresa_id = ${empresa}::int8 and venta = any(${ids}::int8[]) and estado <> 'cancelada'
            union all
            select venta, 'DevolucionVenta', id from devolucion_venta
            where empresa_id = ${empresa}::int8 and venta = any(${ids}::int8[])
              and estado not in ('cancelada', 'rechazada')
            union all
            select venta, 'CuentaPorCobrar', id from cuenta_por_cobrar
            where empresa_id = ${empresa}::int8 and venta = any(${ids}::int8[]) and estado <> 'cancelada'
            union all
            select venta, 'AnticipoVenta', id from anticipo_venta
            where empresa_id = ${empresa}::int8 and venta = any(${ids}::int8[])
              and estado not in ('cancelado', 'devuelto')) t
          group by venta, modelo order by venta, modelo`,
  )
}
