import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'
import { movingBudgets } from './commitment-store.ts'

/** What a purchase takes from a line of a budget, in the company's currency and without taxes. */
export interface BudgetNeed {
  readonly compra: string
  readonly partida: string
  readonly mes: number
  readonly importe: string
}

/**
 * What the purchases take from budgets: from a line's own budget line, or else from the one of its account and cost
 * centre in the year's authorized expense budget. Lines with neither are not budgeted.
 */
export async function findBudgetNeeds(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly BudgetNeed[]> {
  return await tx.query<BudgetNeed>(
    sql`select c.id::text as compra, x.id::text as partida, extract(month from c.fecha)::int4 as mes,
            sum(round((p.importe - p.descuento) * c.tipo_cambio, 2))::text as importe
          from compra c
          join compra_partida p on p.empresa_id = ${empresa}::int8 and p.compra = c.id
          join lateral (
            select p.partida_presupuesto as id where p.partida_presupuesto is not null
            union all
            (select b.id from presupuesto_partida b
             join presupuesto r on r.empresa_id = ${empresa}::int8 and r.id = b.presupuesto
               and r.estado in ('autorizado', 'vigente') and r.tipo in ('gastos', 'inversion', 'maestro')
             join ejercicio_fiscal e on e.empresa_id = ${empresa}::int8 and e.id = r.ejercicio
               and c.fecha between e.fecha_inicio and e.fecha_fin
             where p.partida_presupuesto is null and b.empresa_id = ${empresa}::int8
               and b.cuenta_contable = p.cuenta_contable
               and b.centro_costo is not distinct from coalesce(p.centro_costo, c.centro_costo)
             order by r.estado desc, b.id limit 1)) x on true
          where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])
          group by c.id, x.id, c.fecha order by c.id, x.id`,
  )
}

/** A locked budget line. `presupuestado` includes extensions and reductions, `usado` is what is committed and spent. */
interface BudgetLine {
  readonly id: string
  readonly presupuestado: string
  readonly usado: string
}

interface BudgetMonth {
  readonly partida: string
  readonly mes: number
  readonly importe: string
  readonly usado: string
}

export interface BudgetControl {
  readonly partida: string
  readonly clave: string
  readonly alcance: 'mensual' | 'acumulado' | 'anual'
  readonly respuesta: 'avisar' | 'bloquear'
  /** A fraction: 0.05 allows five percent more. */
  readonly tolerancia: string
}

export interface Budgets {
  readonly lines: readonly BudgetLine[]
  readonly months: readonly BudgetMonth[]
  readonly controls: readonly BudgetControl[]
}

/** Locks budget lines in the order of their ids, then their months, so that no two purchases spend the same money. */
export async function lockBudgets(
  tx: Tx,
  empresa: EmpresaId,
  partidas: readonly string[],
): Promise<Budgets> {
  if (partidas.length === 0) return { lines: [], months: [], controls: [] }
  const [lines, months, controls] = await Promise.all([
    tx.query<BudgetLine>(
      sql`select id::text as id, (importe + ampliaciones - reducciones)::text as presupuestado,
              (comprometido + devengado + ejercido)::text as usado
            from presupuesto_partida where empresa_id = ${empresa}::int8 and id = any(${partidas}::int8[])
            order by id for no key update`,
    ),
    tx.query<BudgetMonth>(
      sql`select presupuesto_partida::text as partida, mes, importe::text as importe,
              (comprometido + devengado + ejercido)::text as usado
            from presupuesto_partida_mes
            where empresa_id = ${empresa}::int8 and presupuesto_partida = any(${partidas}::int8[])
            order by id for no key update`,
    ),
    findControls(tx, empresa, partidas),
  ])
  return { lines, months, controls }
}

async function findControls(
  tx: Tx,
  empresa: EmpresaId,
  partidas: readonly string[],
): Promise<readonly BudgetControl[]> {
  return await tx.query<BudgetControl>(
    sql`select b.id::text as partida, k.clave, k.alcance, k.respuesta, coalesce(k.tolerancia, 0)::text as tolerancia
          from presupuesto_partida b
          join cuenta_contable a on a.empresa_id = ${empresa}::int8 and a.id = b.cuenta_contable
          join control_presupuesto k on k.empresa_id = ${empresa}::int8 and k.activo and k.respuesta <> 'permitir'
            and (k.presupuesto is null or k.presupuesto = b.presupuesto)
            and (k.centro_costo is null or k.centro_costo = b.centro_costo)
          left join cuenta_contable desde on desde.empresa_id = ${empresa}::int8 and desde.id = k.cuenta_inicial
          left join cuenta_contable hasta on hasta.empresa_id = ${empresa}::int8 and hasta.id = k.cuenta_final
          where b.empresa_id = ${empresa}::int8 and b.id = any(${partidas}::int8[])
            and (desde.clave is null or a.clave >= desde.clave) and (hasta.clave is null or a.clave <= hasta.clave)
          order by b.id, k.id`,
  )
}

/** Releases the open commitments of purchases. Their budget lines are locked first, in the order of their ids. */
export async function releaseBudgets(
  tx: Tx,
  empresa: EmpresaId,
  { ids, now }: { readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  const open = await tx.query<BudgetNeed>(
    sql`select compra::text as compra, presupuesto_partida::text as partida, mes,
            (importe_liberado - importe)::text as importe
          from compromiso_presupuesto
          where empresa_id = ${empresa}::int8 and compra = any(${ids}::int8[]) and tipo = 'compromiso'
            and estado = 'vigente'`,
  )
  if (open.length === 0) return
  await lockBudgets(tx, empresa, [...new Set(open.map(({ partida }) => partida))])
  await tx.execute(
    sql`update compromiso_presupuesto set estado = 'liberado', importe_liberado = importe,
            version = version + 1, modificado_en = ${now}::timestamptz
          where empresa_id = ${empresa}::int8 and compra = any(${ids}::int8[]) and tipo = 'compromiso'
            and estado = 'vigente'`,
  )
  const rows = JSON.stringify(open)
  await tx.execute(
    sql`with n as (
            select * from jsonb_to_recordset(${rows}::jsonb) as n(partida int8, mes int8, importe numeric)),
          ${movingBudgets(empresa, { from: 'n', kind: 'compromiso', now })}`,
  )
}
