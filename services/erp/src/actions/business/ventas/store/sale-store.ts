import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { MAX_WITHHOLDING } from '../../../../fiscal/withholding.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'
import type { AmountsLine } from '../../document-amounts.ts'

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
