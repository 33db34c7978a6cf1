import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** A purchase that waits for approval, as the report shows it. */
export interface WaitingPurchase {
  readonly id: string
  readonly folio: string
  readonly fecha: string
  readonly proveedor: number
  readonly proveedor_str: string
  readonly moneda_str: string
  readonly total: string
  /** In the company's currency, as it was submitted. */
  readonly total_base: string
  readonly solicitada_en: string | null
  readonly dimensiones: Readonly<Record<string, number | null>>
}

/** Finds the purchases that wait for approval, the longest-waiting one first. */
export async function findWaitingPurchases(
  tx: Tx,
  empresa: EmpresaId,
  limit: number,
): Promise<readonly WaitingPurchase[]> {
  return await tx.query<WaitingPurchase>(
    sql`select c.id::text as id, c.folio, c.fecha::text as fecha, c.proveedor, v.razon_social as proveedor_str,
            m.clave as moneda_str, c.total::text as total,
            coalesce(a.importe, round((c.total + c.retenciones) * c.tipo_cambio, 2))::text as total_base,
            to_char(a.fecha at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as solicitada_en,
            json_build_object('departamento', c.departamento, 'centro_costo', c.centro_costo,
              'sucursal', c.sucursal, 'proyecto', c.proyecto, 'comprador', c.comprador, 'almacen', c.almacen,
              'proveedor', c.proveedor, 'moneda', c.moneda, 'condicion_pago', c.condicion_pago) as dimensiones
          from compra c
          join proveedor v on v.empresa_id = ${empresa}::int8 and v.id = c.proveedor
          join moneda m on m.id = c.moneda
          left join lateral (select s.importe, s.fecha from compra_autorizacion s
            where s.empresa_id = ${empresa}::int8 and s.compra = c.id and s.estado = 'autorizada'
            order by s.id limit 1) a on true
          where c.empresa_id = ${empresa}::int8 and c.estado = 'en_autorizacion'
          order by a.fecha nulls first, c.id limit ${limit}`,
  )
}

export interface TrialBalance {
  /** A JSON array as text, by account code. */
  readonly rows: string
  readonly total_cargos: string
  readonly total_abonos: string
}

/**
 * Opening balance, debits, credits and closing balance of every account that moved up to a day, and of its parent
 * accounts. Balances are positive on the side of the account's nature. Totals count every line of an entry once.
 */
export async function readTrialBalance(
  tx: Tx,
  empresa: EmpresaId,
  days: { readonly from: string; readonly to: string },
): Promise<TrialBalance> {
  const rows = await tx.query<TrialBalance>(
    sql`with recursive movimientos as (
            select l.cuenta_contable as cuenta,
              sum(l.cargo - l.abono) filter (where p.fecha < ${days.from}::date) as inicial,
              sum(l.cargo) filter (where p.fecha >= ${days.from}::date) as cargos,
              sum(l.abono) filter (where p.fecha >= ${days.from}::date) as abonos
            from poliza p join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
            where p.empresa_id = ${empresa}::int8 and p.estado in ('aplicada', 'reversada') and p.fecha <= ${days.to}::date
            group by l.cuenta_contable),
          -- Each account with itself and every account above it; a circle of parents ends where it would begin again.
          arriba as (
            select m.cuenta as origen, m.cuenta as cuenta, array[m.cuenta] as camino from movimientos m
            union all
            select a.origen, c.padre, a.camino || c.padre from arriba a
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = a.cuenta
            where c.padre is not null and c.padre <> all(a.camino)),
          saldos as (
            select a.cuenta, coalesce(sum(m.inicial), 0) as inicial, coalesce(sum(m.cargos), 0) as cargos,
              coalesce(sum(m.abonos), 0) as abonos
            from arriba a join movimientos m on m.cuenta = a.origen group by a.cuenta)
          select coalesce((select json_agg(row_to_json(x))::text from (
              select c.id as cuenta, c.clave, c.nombre, c.padre, c.nivel, n.clave as naturaleza,
                (coalesce(n.signo_saldo, 1) * s.inicial)::numeric(18, 2) as saldo_inicial,
                s.cargos::numeric(18, 2) as cargos, s.abonos::numeric(18, 2) as abonos,
                (coalesce(n.signo_saldo, 1) * (s.inicial + s.cargos - s.abonos))::numeric(18, 2) as saldo_final
              from saldos s
              join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = s.cuenta
              join naturaleza_cuenta n on n.id = c.naturaleza
              order by c.clave) x), '[]') as rows,
            coalesce((select sum(cargos) from movimientos), 0)::numeric(18, 2)::text as total_cargos,
            coalesce((select sum(abonos) from movimientos), 0)::numeric(18, 2)::text as total_abonos`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the trial balance returned no row')
  return row
}

/** Finds the days of an accounting period, or undefined when the company has no such period. */
export async function findPeriodDays(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<{ readonly from: string; readonly to: string } | undefined> {
  const rows = await tx.query<{ from: string; to: string }>(sql`
    select fecha_inicio::text as from, fecha_fin::text as to from periodo_contable
    where empresa_id = ${empresa}::int8 and id = ${id}::int8`)
  return rows[0]
}
