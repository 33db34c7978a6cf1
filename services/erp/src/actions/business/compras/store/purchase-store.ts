import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { MAX_WITHHOLDING } from '../../../../fiscal/withholding.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** The lines of a purchase that are charged to one account and cost centre, added up. */
export interface LineSum {
  readonly compra: string
  readonly cuenta: string | null
  readonly centro_costo: string | null
  readonly lineas: number
  /** The first line whose `importe` is not its quantity times its price, or that holds an impossible amount. */
  readonly mal: number | null
  /** In the purchase's currency. */
  readonly importe: string
  readonly descuento: string
  readonly impuestos: string
  readonly retenciones: string
  /** In the company's currency: every line converted and rounded separately. */
  readonly importe_base: string
  readonly descuento_base: string
  readonly impuestos_base: string
  readonly retenciones_base: string
}

export async function findLineSums(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly LineSum[]> {
  return await tx.query<LineSum>(
    sql`select p.compra::text as compra, p.cuenta_contable::text as cuenta,
            coalesce(p.centro_costo, c.centro_costo)::text as centro_costo, count(*) as lineas,
            min(p.partida) filter (where p.cantidad <= 0 or p.precio <= 0
              or p.importe <> round(p.cantidad * p.precio, least(coalesce(m.decimales, 2), 2)::int4)
              or p.descuento not between 0 and p.importe
              or p.impuestos < 0 or p.retenciones < 0
              or p.retenciones > round((p.importe - p.descuento) * ${MAX_WITHHOLDING}::numeric, 2)) as mal,
            sum(p.importe)::text as importe, sum(p.descuento)::text as descuento,
            sum(p.impuestos)::text as impuestos, sum(p.retenciones)::text as retenciones,
            sum(round(p.importe * c.tipo_cambio, 2))::text as importe_base,
            sum(round(p.descuento * c.tipo_cambio, 2))::text as descuento_base,
            sum(round(p.impuestos * c.tipo_cambio, 2))::text as impuestos_base,
            sum(round(p.retenciones * c.tipo_cambio, 2))::text as retenciones_base
          from compra c join moneda m on m.id = c.moneda
          join compra_partida p on p.empresa_id = ${empresa}::int8 and p.compra = c.id
          where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])
          group by p.compra, p.cuenta_contable, coalesce(p.centro_costo, c.centro_costo)
          order by p.compra, p.cuenta_contable, coalesce(p.centro_costo, c.centro_costo)`,
  )
}

export interface SupplierRow {
  readonly compra: string
  readonly razon_social: string
  readonly estado: string
  /** The publication that blocks the supplier, such as `DEFINITIVO`; null when none does. */
  readonly lista_69b: string | null
  /** Whether this order was ever sent to the supplier, even if it was taken back since. */
  readonly tuvo_orden: boolean
  /** Where orders are sent: the supplier's address and its contacts who receive orders. */
  readonly correos: readonly string[]
  /** In which he is written to, as a tag. */
  readonly idioma: string | null
}

/** Finds the suppliers of the purchases, with their status on the SAT's lists, by themselves or by their RFC. */
export async function findSuppliers(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SupplierRow>> {
  const rows = await tx.query<SupplierRow>(
    sql`select c.id::text as compra, v.razon_social, v.estado, (select i.clave from idioma i where i.id = v.idioma) as idioma,
            coalesce(
              (select s.clave from estatus_lista_negra s where s.id = v.estatus_69b and s.bloquea_operacion),
              (select s.clave from lista_negra_proveedor l join estatus_lista_negra s on s.id = l.estatus
               where l.empresa_id = ${empresa}::int8 and l.proveedor = v.id and s.bloquea_operacion
                 and l.estado <> 'aclarada' order by l.id limit 1),
              (select s.clave from lista_negra_proveedor l join estatus_lista_negra s on s.id = l.estatus
               where l.empresa_id = ${empresa}::int8 and l.rfc = v.rfc and s.bloquea_operacion
                 and l.estado <> 'aclarada' order by l.id limit 1)) as lista_69b,
            exists (select from poliza p join modelo_sistema o on o.id = p.modelo and o.nombre = 'Compra'
              where p.empresa_id = ${empresa}::int8 and p.registro = c.id::text and p.origen = 'compras') as tuvo_orden,
            array(select distinct correo from (
              select v.correo union all
              select k.correo from proveedor_contacto pc
                join contacto k on k.empresa_id = ${empresa}::int8 and k.id = pc.contacto
              where pc.empresa_id = ${empresa}::int8 and pc.proveedor = v.id and pc.recibe_ordenes) t(correo)
              where correo like '%_@_%' order by correo limit 20) as correos
          from compra c join proveedor v on v.empresa_id = ${empresa}::int8 and v.id = c.proveedor
          where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.compra, row]))
}

/** Receipts, invoices and payments of a purchase, which prevent taking it back. */
export interface PurchaseDependents {
  readonly compra: string
  readonly modelo: string
  readonly count: number
  /** The first ten. */
  readonly ids: readonly number[]
}

/** Cancelled and rejected ones do not count. */
export async function findPurchaseDependents(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly PurchaseDependents[]> {
  return await tx.query<PurchaseDependents>(
    sql`select compra::text as compra, modelo, count(*) as count, to_json((array_agg(id order by id))[1:10]) as ids
          from (
            select compra, 'RecepcionCompra' as modelo, id from recepcion_compra
            where empresa_id = ${empresa}::int8 and compra = any(${ids}::int8[]) and estado <> 'cancelada'
            union all
            select compra, 'RecepcionServicio', id from recepcion_servicio
            where empresa_id = ${empresa}::int8 and compra = any(${ids}::int8[]) and estado <> 'rechazada'
            union all
            select compra, 'CuentaPorPagar', id from cuenta_por_pagar
            where empresa_id = ${empresa}::int8 and compra = any(${ids}::int8[]) and estado <> 'cancelada'
            union all
            select compra, 'AnticipoProveedor', id from anticipo_proveedor
            where empresa_id = ${empresa}::int8 and compra = any(${ids}::int8[])
              and estado not in ('cancelado', 'devuelto')
            union all
            select u.compra, 'PagoProveedorAplicacion', a.id from cuenta_por_pagar u
            join pago_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.cuenta = u.id
            join pago_proveedor g on g.empresa_id = ${empresa}::int8 and g.id = a.pago
              and g.estado not in ('cancelado', 'rechazado')
            where u.empresa_id = ${empresa}::int8 and u.compra = any(${ids}::int8[])) t
          group by compra, modelo order by compra, modelo`,
  )
}
