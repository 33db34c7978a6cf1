import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

type PeriodState = 'futuro' | 'abierto' | 'cerrado' | 'bloqueado'

/**
 * Lets one transaction at a time close or open periods of the company, to its end: whether one may be closed depends on
 * all that are before it. Asked for before any period is locked.
 */
export async function lockPeriodOrder(tx: Tx, empresa: EmpresaId): Promise<void> {
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended('periodos:' || ${empresa}::text, 0))`,
  )
}

/**
 * Waits for what is being posted in adjustment periods, and keeps others from it: months after them may be closed, and
 * their balances count it.
 */
export async function lockAdjustments(tx: Tx, empresa: EmpresaId): Promise<void> {
  await tx.query(
    sql`select id from periodo_contable
          where empresa_id = ${empresa}::int8 and es_ajuste and estado is distinct from 'cerrado'
          order by id for no key update`,
  )
}

export interface OrderedPeriod {
  readonly id: string
  readonly nombre: string
  readonly estado: PeriodState
  readonly es_ajuste: boolean
}

/** All periods of the company, by their days; an adjustment period comes after the month whose last day it shares. */
export async function findPeriodsInOrder(
  tx: Tx,
  empresa: EmpresaId,
): Promise<readonly OrderedPeriod[]> {
  return await tx.query<OrderedPeriod>(
    sql`select id::text as id, nombre, coalesce(estado, 'futuro') as estado, coalesce(es_ajuste, false) as es_ajuste
          from periodo_contable where empresa_id = ${empresa}::int8 order by fecha_inicio, fecha_fin, numero, id`,
  )
}

/** Locks the closed periods that come after one of these; returns their ids. */
export async function lockLaterClosed(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`select c.id::text as id from periodo_contable c
          where c.empresa_id = ${empresa}::int8 and c.estado = 'cerrado' and exists (
            select from periodo_contable p where p.empresa_id = ${empresa}::int8 and p.id = any(${ids}::int8[])
              and (c.fecha_inicio, c.fecha_fin, c.numero) > (p.fecha_inicio, p.fecha_fin, p.numero))
          order by c.id for no key update of c`,
  )
  return rows.map(({ id }) => id)
}

interface PendingDocuments {
  readonly periodo: string
  readonly modelo: string
  readonly count: number
  /** The first ten. */
  readonly ids: readonly number[]
}

/**
 * What is not finished in the periods: entries that are not applied, and documents dated in them that will book into
 * them. An order is not among these, since its commitment is a memorandum.
 */
export async function findPendingDocuments(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly PendingDocuments[]> {
  return await tx.query<PendingDocuments>(
    sql`with pendientes as materialized (
              select cfdi, fecha from oficina.timbrado where empresa_id = ${empresa}::int8 and estado = 'pendiente'),
            p as (select id, fecha_inicio as desde, fecha_fin as hasta, es_ajuste from periodo_contable
              where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])),
            d as (
              select 'RecepcionCompra' as modelo, id, (fecha at time zone 'America/Mexico_City')::date as dia
              from recepcion_compra where empresa_id = ${empresa}::int8 and estado in ('borrador', 'en_inspeccion')
              union all select 'RecepcionServicio', id, fecha from recepcion_servicio
              where empresa_id = ${empresa}::int8 and estado = 'borrador'
              union all select 'DevolucionCompra', id, fecha from devolucion_compra
              where empresa_id = ${empresa}::int8 and estado in ('borrador', 'autorizada')
              union all select 'CuentaPorPagar', id, fecha from cuenta_por_pagar
              where empresa_id = ${empresa}::int8 and estado = 'por_validar'
              union all select 'NotaCreditoProveedor', id, fecha from nota_credito_proveedor
              where empresa_id = ${empresa}::int8 and estado = 'por_validar'
              union all select 'PagoProveedor', id, fecha from pago_proveedor
              where empresa_id = ${empresa}::int8 and estado in ('borrador', 'autorizado', 'enviado')
              union all select 'Venta', id, fecha from venta
              where empresa_id = ${empresa}::int8 and estado = 'borrador'
              union all select 'RemisionVenta', id, (fecha at time zone 'America/Mexico_City')::date
              from remision_venta where empresa_id = ${empresa}::int8 and estado in ('borrador', 'surtida')
              union all select 'DevolucionVenta', id, fecha from devolucion_venta
              where empresa_id = ${empresa}::int8 and estado in ('solicitada', 'autorizada')
              union all select 'NotaCreditoVenta', id, fecha from nota_credito_venta
              where empresa_id = ${empresa}::int8 and estado = 'borrador'
              union all select 'CobroCliente', id, fecha from cobro_cliente
              where empresa_id = ${empresa}::int8 and estado = 'borrador'
              union all select 'MovimientoInventario', id, (fecha at time zone 'America/Mexico_City')::date
              from movimiento_inventario where empresa_id = ${empresa}::int8 and estado = 'borrador'
              union all select 'Cfdi', cfdi, fecha from pendientes
              union all select 'AjusteInventario', id, fecha from ajuste_inventario
              where empresa_id = ${empresa}::int8 and estado in ('solicitado', 'autorizado')
              union all select 'MermaInventario', id, fecha from merma_inventario
              where empresa_id = ${empresa}::int8 and estado in ('reportada', 'autorizada')
              union all select 'RevaluacionInventario', id, fecha from revaluacion_inventario
              where empresa_id = ${empresa}::int8 and estado in ('borrador', 'autorizada')),
            todos as (
              select l.periodo, 'Poliza' as modelo, l.id from poliza l
              where l.empresa_id = ${empresa}::int8 and l.periodo = any(${ids}::int8[])
                and coalesce(l.estado, 'borrador') in ('borrador', 'autorizada')
              union all
              select p.id, d.modelo, d.id from p join d on d.dia between p.desde and p.hasta
              where not coalesce(p.es_ajuste, false))
          select periodo::text as periodo, modelo, count(*) as count, to_json((array_agg(id order by id))[1:10]) as ids
          from todos group by periodo, modelo order by periodo, modelo`,
  )
}
