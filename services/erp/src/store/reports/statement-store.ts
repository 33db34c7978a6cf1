import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'
import { codedAccounts } from './coded-accounts.ts'
import { collectedActs } from './collected-acts.ts'
import { paidActs } from './paid-acts.ts'

export interface Days {
  readonly from: string
  readonly to: string
}

/** Amounts as the database writes them. */
export interface BalanceSheet {
  /** A JSON array as text, by section and account code. */
  readonly rows: string
  readonly activo: string
  readonly pasivo: string
  readonly capital: string
  readonly resultado: string
  readonly diferencia: string
}

/**
 * What the company has and owes at the end of a day: the balance of every account of assets, liabilities and capital and
 * of those above it, assets positive when they are debits, the others when they are credits; and the result that no
 * year's closing has carried to capital yet.
 */
export async function readBalanceSheet(
  tx: Tx,
  empresa: EmpresaId,
  to: string,
): Promise<BalanceSheet> {
  const rows = await tx.query<BalanceSheet>(
    sql`with recursive saldos as (
            select l.cuenta_contable as cuenta, c.tipo, sum(l.cargo - l.abono) as saldo
            from poliza p
            join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = l.cuenta_contable
            where p.empresa_id = ${empresa}::int8 and p.estado in ('aplicada', 'reversada') and p.fecha <= ${to}::date
            group by l.cuenta_contable, c.tipo),
          arriba as (
            select cuenta as origen, cuenta, array[cuenta] as camino from saldos
            where tipo in ('activo', 'pasivo', 'capital')
            union all
            select a.origen, c.padre, a.camino || c.padre from arriba a
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = a.cuenta
            where c.padre is not null and c.padre <> all(a.camino)),
          sumas as (
            select a.cuenta, sum(s.saldo) as saldo from arriba a join saldos s on s.cuenta = a.origen group by a.cuenta),
          t as (
            select coalesce(sum(saldo) filter (where tipo = 'activo'), 0) as activo,
              -coalesce(sum(saldo) filter (where tipo = 'pasivo'), 0) as pasivo,
              -coalesce(sum(saldo) filter (where tipo = 'capital'), 0) as capital,
              -coalesce(sum(saldo) filter (where tipo in ('ingreso', 'costo', 'gasto')), 0) as resultado
            from saldos)
          select coalesce((select json_agg(row_to_json(x))::text from (
              select c.tipo as seccion, c.id as cuenta, c.clave, c.nombre, c.padre, c.nivel, r.nombre as rubro_str,
                (case when c.tipo = 'activo' then s.saldo else -s.saldo end)::numeric(18, 2) as saldo
              from sumas s
              join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = s.cuenta
              left join rubro_financiero r on r.id = c.rubro
              order by case c.tipo when 'activo' then 1 when 'pasivo' then 2 else 3 end, c.clave) x), '[]') as rows,
            t.activo::numeric(18, 2)::text as activo, t.pasivo::numeric(18, 2)::text as pasivo,
            t.capital::numeric(18, 2)::text as capital, t.resultado::numeric(18, 2)::text as resultado,
            (t.activo - t.pasivo - t.capital - t.resultado)::numeric(18, 2)::text as diferencia
          from t`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the balance sheet returned no row')
  return row
}

export interface IncomeStatement {
  /** A JSON array as text, by section and account code. */
  readonly rows: string
  readonly ingresos: string
  readonly costos: string
  readonly gastos: string
  readonly utilidad: string
  readonly ingresos_acumulados: string
  readonly costos_acumulados: string
  readonly gastos_acumulados: string
  readonly utilidad_acumulada: string
}

/**
 * What the company earned and spent in some days, and since the fiscal year of the last of them began: income positive
 * when it is a credit, costs and expenses when they are debits. Entries that close a year are not counted.
 */
export async function readIncomeStatement(
  tx: Tx,
  empresa: EmpresaId,
  days: Days,
): Promise<IncomeStatement> {
  const rows = await tx.query<IncomeStatement>(
    sql`with recursive inicio as (
            select coalesce((select e.fecha_inicio from ejercicio_fiscal e where e.empresa_id = ${empresa}::int8
                and ${days.to}::date between e.fecha_inicio and e.fecha_fin order by e.id limit 1),
              date_trunc('year', ${days.to}::date)::date) as dia),
          ${earnedAndSpent(empresa, days)},
          arriba as (
            select cuenta as origen, cuenta, array[cuenta] as camino from saldos
            union all
            select a.origen, c.padre, a.camino || c.padre from arriba a
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = a.cuenta
            where c.padre is not null and c.padre <> all(a.camino)),
          sumas as (
            select a.cuenta, sum(s.importe) as importe, sum(s.acumulado) as acumulado
            from arriba a join saldos s on s.cuenta = a.origen group by a.cuenta),
          t as (
            select coalesce(sum(importe) filter (where tipo = 'ingreso'), 0) as ingresos,
              -coalesce(sum(importe) filter (where tipo = 'costo'), 0) as costos,
              -coalesce(sum(importe) filter (where tipo = 'gasto'), 0) as gastos,
              coalesce(sum(importe), 0) as utilidad,
              coalesce(sum(acumulado) filter (where tipo = 'ingreso'), 0) as ingresos_a,
              -coalesce(sum(acumulado) filter (where tipo = 'costo'), 0) as costos_a,
              -coalesce(sum(acumulado) filter (where tipo = 'gasto'), 0) as gastos_a,
              coalesce(sum(acumulado), 0) as utilidad_a
            from saldos)
          select coalesce((select json_agg(row_to_json(x))::text from (
              select c.tipo as seccion, c.id as cuenta, c.clave, c.nombre, c.padre, c.nivel,
                (case when c.tipo = 'ingreso' then s.importe else -s.importe end)::numeric(18, 2) as importe,
                (case when c.tipo = 'ingreso' then s.acumulado else -s.acumulado end)::numeric(18, 2) as acumulado
              from sumas s
              join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = s.cuenta
              order by case c.tipo when 'ingreso' then 1 when 'costo' then 2 else 3 end, c.clave) x), '[]') as rows,
            ingresos::numeric(18, 2)::text as ingresos, costos::numeric(18, 2)::text as costos,
            gastos::numeric(18, 2)::text as gastos, utilidad::numeric(18, 2)::text as utilidad,
            ingresos_a::numeric(18, 2)::text as ingresos_acumulados, costos_a::numeric(18, 2)::text as costos_acumulados,
            gastos_a::numeric(18, 2)::text as gastos_acumulados, utilidad_a::numeric(18, 2)::text as utilidad_acumulada
          from t`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the income statement returned no row')
  return row
}

/**
 * What accounts of income, cost and expense moved, as parts of the statement: by account before accounts are joined, since
 * a young database without statistics would do it the other way round.
 */
function earnedAndSpent(empresa: EmpresaId, days: Days): Sql {
  return sql`movido as materialized (
            select l.cuenta_contable as cuenta,
              coalesce(sum(l.abono - l.cargo) filter (where p.fecha >= ${days.from}::date), 0) as importe,
              coalesce(sum(l.abono - l.cargo) filter (where p.fecha >= inicio.dia), 0) as acumulado
            from inicio, poliza p
            join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
            where p.empresa_id = ${empresa}::int8 and p.estado in ('aplicada', 'reversada') and p.origen <> 'cierre'
              and p.fecha <= ${days.to}::date and p.fecha >= least(${days.from}::date, inicio.dia)
            group by l.cuenta_contable),
          saldos as (
            select m.cuenta, c.tipo, m.importe, m.acumulado from movido m
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = m.cuenta
              and c.tipo in ('ingreso', 'costo', 'gasto'))`
}

export interface VatReport {
  /** A JSON array as text, by concept and account code. */
  readonly rows: string
  readonly trasladado_cobrado: string
  readonly acreditable_pagado: string
  readonly retenido_por_clientes: string
  readonly retenido_a_proveedores: string
  readonly a_cargo: string
  readonly a_favor: string
}

/**
 * The IVA of some days as it was cashed and paid, from the accounts with the SAT's codes. An entry that also moves IVA
 * por pagar (213.01) settles a month, and is not counted. What was collected and paid, by rate, is what documents say.
 */
export async function readVat(tx: Tx, empresa: EmpresaId, days: Days): Promise<VatReport> {
  const rows = await tx.query<VatReport>(
    sql`with ${paidActs(empresa, sql`select ${days.from}::date as desde, ${days.to}::date as hasta`)},
          ${collectedActs(empresa)},
          concepto (orden, concepto, codigo, signo) as (values
            (1, 'trasladado_cobrado', '208.01', -1), (2, 'acreditable_pagado', '118.01', 1),
            (3, 'acreditable_pagado', '118.02', 1), (4, 'retenido_por_clientes', '113.01', 1),
            (5, 'retenido_a_proveedores', '216.10', -1), (6, 'trasladado_no_cobrado', '209.01', -1),
            (7, 'acreditable_pendiente', '119.01', 1), (8, 'acreditable_pendiente', '119.02', 1)),
          ${vatRows(empresa, days)}
          select coalesce((select json_agg(row_to_json(x))::text from (
              select y.concepto, y.cuenta, y.clave, y.nombre, y.codigo, y.tasa, y.base, y.saldo_inicial, y.cargos,
                y.abonos, y.importe, y.saldo_final
              from (
                select r.orden, r.concepto, r.id as cuenta, r.clave, r.nombre, r.codigo, null as tasa, null::numeric as base,
                  r.antes::numeric(18, 2) as saldo_inicial, r.cargos::numeric(18, 2) as cargos,
                  r.abonos::numeric(18, 2) as abonos, r.importe::numeric(18, 2) as importe,
                  r.despues::numeric(18, 2) as saldo_final
                from r
                union all
                select p.orden, p.concepto, null, null, null, null, p.clase, p.base::numeric(18, 2), null, null, null,
                  p.iva::numeric(18, 2), null
                from por_tasa p where round(p.base, 2) <> 0 or round(p.iva, 2) <> 0) y
              order by y.orden, y.clave, y.tasa) x), '[]') as rows,
            t.cobrado::numeric(18, 2)::text as trasladado_cobrado,
            t.pagado::numeric(18, 2)::text as acreditable_pagado,
            t.de_clientes::numeric(18, 2)::text as retenido_por_clientes,
            t.a_proveedores::numeric(18, 2)::text as retenido_a_proveedores,
            greatest(t.cobrado - t.pagado - t.de_clientes, 0)::numeric(18, 2)::text as a_cargo,
            greatest(t.pagado + t.de_clientes - t.cobrado, 0)::numeric(18, 2)::text as a_favor
          from t`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the report on IVA returned no row')
  return row
}

/** What the accounts of IVA moved, and by rate what documents say, as parts of the statement. */
function vatRows(empresa: EmpresaId, days: Days): Sql {
  return sql`cuentas as materialized (
            select k.orden, k.concepto, k.codigo, k.signo, c.id, c.clave, c.nombre from concepto k
            join codigo_agrupador g on g.codigo = k.codigo
            join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.codigo_agrupador = g.id),
          liquidan as materialized (
            select distinct l.poliza from poliza_partida l where l.empresa_id = ${empresa}::int8
              and l.cuenta_contable = any(${codedAccounts(empresa, '213.01')})),
          -- Added up before it is joined to what it is called: a young database has no statistics to join well by.
          m as materialized (
            select l.cuenta_contable as id,
              coalesce(sum(l.cargo - l.abono) filter (where p.fecha < ${days.from}::date), 0) as inicial,
              coalesce(sum(l.cargo) filter (where p.fecha >= ${days.from}::date), 0) as cargos,
              coalesce(sum(l.abono) filter (where p.fecha >= ${days.from}::date), 0) as abonos,
              coalesce(sum(l.cargo - l.abono) filter (where p.fecha >= ${days.from}::date
                and p.id not in (select poliza from liquidan)), 0) as neto
            from poliza_partida l
            join poliza p on p.empresa_id = ${empresa}::int8 and p.id = l.poliza
              and p.estado in ('aplicada', 'reversada') and p.fecha <= ${days.to}::date
            where l.empresa_id = ${empresa}::int8 and l.cuenta_contable = any(array(select id from cuentas))
            group by l.cuenta_contable),
          r as (
            select k.*, k.signo * m.neto as importe, k.signo * m.inicial as antes, m.cargos, m.abonos,
              k.signo * (m.inicial + m.cargos - m.abonos) as despues
            from cuentas k join m on m.id = k.id),
          t as (
            select coalesce(sum(importe) filter (where concepto = 'trasladado_cobrado'), 0) as cobrado,
              coalesce(sum(importe) filter (where concepto = 'acreditable_pagado'), 0) as pagado,
              coalesce(sum(importe) filter (where concepto = 'retenido_por_clientes'), 0) as de_clientes,
              coalesce(sum(importe) filter (where concepto = 'retenido_a_proveedores'), 0) as a_proveedores
            from r),
          por_tasa as (
            select 9 as orden, 'actos_cobrados' as concepto, clase, sum(base) as base, sum(iva) as iva from cobros group by clase
            union all
            select 10, 'actos_pagados', clase, sum(case when devuelto then -base else base end),
              coalesce(sum(case when devuelto then -iva else iva end) filter (where si), 0)
            from actos where clase <> 'retencion' group by clase)`
}
