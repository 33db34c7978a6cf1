import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked line of a purchase, with what decides about receiving it. Amounts and quantities as text. */
export interface OrderLineRow {
  readonly id: string
  readonly compra: string
  readonly partida: number
  readonly articulo: string | null
  readonly unidad: string
  readonly cantidad: string
  readonly recibida: string
  /** Amount less discount, in the purchase's currency. */
  readonly neto: string
  /** What stands received of it, in the company's currency: what receipts booked less what was returned. */
  readonly en_pie: string
  /** How much of it that is; what stands received beyond it is from before receipts were booked. */
  readonly contada: string
  readonly cuenta: string | null
  readonly centro_costo: string | null
  /** Whether it goes into stock; anything else is an expense. */
  readonly se_guarda: boolean
  /** How much more than was ordered may be received: 0.05 allows five per cent. */
  readonly tolerancia: string
  readonly cuenta_inventario: string | null
  readonly cuenta_ajuste: string | null
}

/** Locks all lines of purchases in the order of their ids. The purchases are locked before. */
export async function lockOrderLines(
  tx: Tx,
  empresa: EmpresaId,
  compras: readonly string[],
): Promise<readonly OrderLineRow[]> {
  return await tx.query<OrderLineRow>(
    sql`select p.id::text as id, p.compra::text as compra, p.partida, p.articulo::text as articulo,
            p.unidad::text as unidad, p.cantidad::text as cantidad, p.cantidad_recibida::text as recibida,
            (p.importe - p.descuento)::text as neto,
            t.importe::text as en_pie, t.cantidad::text as contada,
            p.cuenta_contable::text as cuenta, coalesce(p.centro_costo, c.centro_costo)::text as centro_costo,
            coalesce(a.se_inventaria and a.tipo <> 'servicio', false) as se_guarda,
            coalesce(a.tolerancia_recepcion, v.tolerancia_recepcion, 0)::text as tolerancia,
            k.cuenta_inventario::text as cuenta_inventario, k.cuenta_ajuste::text as cuenta_ajuste
          from compra_partida p
          join compra c on c.empresa_id = ${empresa}::int8 and c.id = p.compra
          join proveedor v on v.empresa_id = ${empresa}::int8 and v.id = c.proveedor
          left join articulo a on a.empresa_id = ${empresa}::int8 and a.id = p.articulo
          left join categoria_inventario k on k.empresa_id = ${empresa}::int8 and k.id = a.categoria
          cross join lateral (
            select coalesce(sum(importe), 0)::numeric(18, 2) as importe,
              coalesce(sum(cantidad), 0)::numeric(18, 6) as cantidad
            from (
              select l.importe_base - l.importe_devuelto as importe, l.cantidad_aceptada - l.cantidad_devuelta as cantidad
              from recepcion_compra_partida l
              join recepcion_compra r on r.empresa_id = ${empresa}::int8 and r.id = l.recepcion and r.estado = 'aplicada'
              where l.empresa_id = ${empresa}::int8 and l.compra_partida = p.id and l.importe_base is not null
              union all
              select s.importe_base, s.cantidad from recepcion_servicio s
              where s.empresa_id = ${empresa}::int8 and s.compra_partida = p.id and s.importe_base is not null
                and s.estado in ('aceptada', 'facturada')) u) t
          where p.empresa_id = ${empresa}::int8 and p.compra = any(${compras}::int8[])
          order by p.id for no key update of p`,
  )
}
