import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'
import { isLessor } from './lessor.ts'

/** A supplier whose RFC is that of an issuer. */
export interface IssuerRow {
  readonly id: string
  readonly rfc: string
  readonly razon_social: string
  readonly estado: string
  readonly grupo: string | null
  readonly condicion: string | null
  readonly cuenta: string | null
  /** The publication of the SAT that blocks it; null when none does. */
  readonly lista_69b: string | null
  /** Lets what he owns. */
  readonly es_arrendador: boolean
}

/**
 * The suppliers with these RFC or ids, locked in the order of their ids: what one of them sends is registered one after the
 * other, so that nothing is registered twice.
 */
export async function lockIssuers(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly rfcs: readonly string[]; readonly ids: readonly string[] },
): Promise<readonly IssuerRow[]> {
  return await tx.query<IssuerRow>(
    sql`select v.id::text as id, v.rfc, v.razon_social, v.estado, v.grupo::text as grupo,
            coalesce(v.condicion_pago, g.condicion_pago)::text as condicion, g.cuenta_contable::text as cuenta,
            coalesce(
              (select s.clave from estatus_lista_negra s where s.id = v.estatus_69b and s.bloquea_operacion),
              (select s.clave from lista_negra_proveedor l join estatus_lista_negra s on s.id = l.estatus
               where l.empresa_id = ${empresa}::int8 and (l.proveedor = v.id or l.rfc = v.rfc) and s.bloquea_operacion
                 and l.estado <> 'aclarada' order by l.id limit 1)) as lista_69b,
            ${isLessor()}
          from proveedor v
          left join grupo_proveedor g on g.empresa_id = ${empresa}::int8 and g.id = v.grupo
          where v.empresa_id = ${empresa}::int8 and (v.rfc = any(${wanted.rfcs}::text[]) or v.id = any(${wanted.ids}::int8[]))
          order by v.id for no key update of v`,
  )
}

/** The company's own RFC and currency. */
export interface CompanyRow {
  readonly rfc: string
  readonly moneda: string
  readonly moneda_clave: string
}

export async function findCompany(tx: Tx, empresa: EmpresaId): Promise<CompanyRow> {
  const [row] = await tx.query<CompanyRow>(
    sql`select e.rfc, e.moneda::text as moneda, m.clave as moneda_clave from empresa e
          join moneda m on m.id = e.moneda
          where e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8`,
  )
  if (row === undefined) throw new Error('the company has no record')
  return row
}

/** What lines of invoices name, and the orders and receipts that somebody names for a whole invoice. */
export interface NamedRecords {
  readonly compras: readonly string[]
  readonly recepciones: readonly string[]
  readonly compraPartidas: readonly string[]
  readonly recepcionPartidas: readonly string[]
  readonly recepcionServicios: readonly string[]
}

/** Finds the orders that all of these belong to. */
export async function findOrdersOf(
  tx: Tx,
  empresa: EmpresaId,
  named: NamedRecords,
): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`select id::text as id from compra
          where empresa_id = ${empresa}::int8 and id = any(${named.compras}::int8[])
          union select compra::text from recepcion_compra
          where empresa_id = ${empresa}::int8 and id = any(${named.recepciones}::int8[])
          union select compra::text from compra_partida
          where empresa_id = ${empresa}::int8 and id = any(${named.compraPartidas}::int8[])
          union select r.compra::text from recepcion_compra_partida l
          join recepcion_compra r on r.empresa_id = ${empresa}::int8 and r.id = l.recepcion
          where l.empresa_id = ${empresa}::int8 and l.id = any(${named.recepcionPartidas}::int8[])
          union select compra::text from recepcion_servicio
          where empresa_id = ${empresa}::int8 and id = any(${named.recepcionServicios}::int8[])
          order by 1`,
  )
  return rows.map(({ id }) => id)
}

/** An order of which something is invoiced. */
export interface OrderRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly proveedor: string
  readonly moneda: string
  readonly moneda_clave: string
  readonly condicion_pago: string | null
  /** The references that rules may ask for, by field. */
  readonly dimensiones: Readonly<Record<string, number | null>>
}

/** Locks orders in the order of their ids: receiving, returning and invoicing them take turns. */
export async function lockOrders(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderRow>> {
  const rows = await tx.query<OrderRow>(
    sql`select c.id::text as id, c.folio, c.estado, c.proveedor::text as proveedor, c.moneda::text as moneda,
            m.clave as moneda_clave, c.condicion_pago::text as condicion_pago,
            json_build_object('departamento', c.departamento, 'centro_costo', c.centro_costo,
              'sucursal', c.sucursal, 'proyecto', c.proyecto, 'comprador', c.comprador, 'almacen', c.almacen,
              'proveedor', c.proveedor, 'moneda', c.moneda, 'condicion_pago', c.condicion_pago) as dimensiones
          from compra c join moneda m on m.id = c.moneda
          where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])
          order by c.id for no key update of c`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A line of an order, with everything that a supplier may call it by. */
export interface OrderLineRow {
  readonly id: string
  readonly compra: string
  readonly compra_folio: string
  readonly partida: number
  readonly claves: readonly string[]
  readonly nombres: readonly string[]
  readonly cantidad: string
  /** Its amount less its discount, in the order's currency. */
  readonly neto: string
  readonly cuenta: string | null
  readonly centro_costo: string | null
  readonly proyecto: string | null
  /** Where differences of price go. */
  readonly cuenta_ajuste: string | null
}

/** Locks the lines of orders in the order of their ids. */
export async function lockOrderLines(
  tx: Tx,
  empresa: EmpresaId,
  compras: readonly string[],
): Promise<readonly OrderLineRow[]> {
  const rows = await tx.query<OrderLineRow>(
    sql`select p.id::text as id, p.compra::text as compra, c.folio as compra_folio, p.partida,
            array_remove(array[a.clave, nullif(a.codigo_barras, '')] || array(
              select x.codigo_proveedor from proveedor_articulo x
              where x.empresa_id = ${empresa}::int8 and x.proveedor = c.proveedor and x.articulo = p.articulo), null) as claves,
            array_remove(array[p.descripcion, a.descripcion] || array(
              select x.descripcion_proveedor from proveedor_articulo x
              where x.empresa_id = ${empresa}::int8 and x.proveedor = c.proveedor and x.articulo = p.articulo), null) as nombres,
            p.cantidad::text as cantidad, (p.importe - p.descuento)::text as neto,
            p.cuenta_contable::text as cuenta, coalesce(p.centro_costo, c.centro_costo)::text as centro_costo,
            c.proyecto::text as proyecto, k.cuenta_ajuste::text as cuenta_ajuste
          from compra_partida p
          join compra c on c.empresa_id = ${empresa}::int8 and c.id = p.compra
          left join articulo a on a.empresa_id = ${empresa}::int8 and a.id = p.articulo
          left join categoria_inventario k on k.empresa_id = ${empresa}::int8 and k.id = a.categoria
          where p.empresa_id = ${empresa}::int8 and p.compra = any(${compras}::int8[])
          order by p.id for no key update of p`,
  )
  return rows.toSorted((a, b) => Number(a.compra) - Number(b.compra) || a.partida - b.partida)
}

/** A receipt of a line of an order: of goods, or of a service. Quantities in the order's unit. */
export interface ReceiptRow {
  readonly recepcion_partida: string | null
  readonly recepcion_servicio: string | null
  /** The RecepcionCompra; null for a service. */
  readonly recepcion: string | null
  readonly compra_partida: string
  readonly aceptada: string
  readonly devuelta: string
  readonly facturada: string
  /** What it booked, in the company's currency, and what of it was taken back or invoiced. */
  readonly base: string
  readonly base_devuelta: string
  readonly base_facturada: string
}

/** Locks the applied receipts of orders, the oldest first. */
export async function lockReceipts(
  tx: Tx,
  empresa: EmpresaId,
  compras: readonly string[],
): Promise<readonly ReceiptRow[]> {
  const goods = await tx.query<ReceiptRow>(
    sql`select l.id::text as recepcion_partida, null as recepcion_servicio, l.recepcion::text as recepcion,
            l.compra_partida::text as compra_partida, l.cantidad_aceptada::text as aceptada,
            l.cantidad_devuelta::text as devuelta, l.cantidad_facturada::text as facturada,
            coalesce(l.importe_base, 0)::text as base, l.importe_devuelto::text as base_devuelta,
            l.importe_facturado::text as base_facturada
          from recepcion_compra_partida l
          join recepcion_compra r on r.empresa_id = ${empresa}::int8 and r.id = l.recepcion and r.estado = 'aplicada'
          where l.empresa_id = ${empresa}::int8 and r.compra = any(${compras}::int8[])
          order by l.id for no key update of l`,
  )
  const services = await tx.query<ReceiptRow>(
    sql`select null as recepcion_partida, s.id::text as recepcion_servicio, null as recepcion,
            s.compra_partida::text as compra_partida, s.cantidad::text as aceptada, '0' as devuelta,
            s.cantidad_facturada::text as facturada, coalesce(s.importe_base, 0)::text as base, '0' as base_devuelta,
            s.importe_facturado::text as base_facturada
          from recepcion_servicio s
          where s.empresa_id = ${empresa}::int8 and s.compra = any(${compras}::int8[])
            and s.compra_partida is not null and s.cantidad is not null and s.estado in ('aceptada', 'facturada')
          order by s.id for no key update of s`,
  )
  return [...goods, ...services]
}

/** How much an invoice may differ from its order. */
export interface ToleranceRow {
  readonly grupo: string | null
  readonly precio: string | null
  readonly importe: string | null
  readonly cantidad: string | null
  readonly bloquea: boolean
}

export async function findTolerances(tx: Tx, empresa: EmpresaId): Promise<readonly ToleranceRow[]> {
  return await tx.query<ToleranceRow>(
    sql`select grupo_proveedor::text as grupo, porcentaje_precio::text as precio, importe_precio::text as importe,
            porcentaje_cantidad::text as cantidad, coalesce(bloquea, true) as bloquea
          from tolerancia_factura
          where empresa_id = ${empresa}::int8 and activo and categoria_compra is null
          order by id`,
  )
}
