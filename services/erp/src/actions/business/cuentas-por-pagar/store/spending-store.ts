import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What an invoice has of a budget line by the purchases that it invoices: at their price, without taxes. */
export interface BudgetShare {
  readonly cuenta: string
  readonly compra: string
  readonly partida: string
  readonly mes: number
  /** In the company's currency. */
  readonly importe: string
}

/** Finds the shares of invoices; the budget line and month are those that the purchase was committed to. */
export async function findBudgetShares(
  tx: Tx,
  empresa: EmpresaId,
  invoices: readonly string[],
): Promise<readonly BudgetShare[]> {
  return await tx.query<BudgetShare>(
    sql`select l.cuenta::text as cuenta, c.id::text as compra, k.partida, k.mes,
            sum(round((p.importe - p.descuento) * c.tipo_cambio
              * coalesce(l.cantidad / nullif(p.cantidad, 0), l.importe / nullif(p.importe, 0), 0), 2))::text as importe
          from cuenta_por_pagar_partida l
          join compra_partida p on p.empresa_id = ${empresa}::int8 and p.id = l.compra_partida
          join compra c on c.empresa_id = ${empresa}::int8 and c.id = p.compra
          join lateral (
            select k.presupuesto_partida::text as partida, k.mes::int4 as mes
            from compromiso_presupuesto k
            join presupuesto_partida b on b.empresa_id = ${empresa}::int8 and b.id = k.presupuesto_partida
            where k.empresa_id = ${empresa}::int8 and k.compra = c.id and k.tipo = 'compromiso'
              and k.estado <> 'cancelado'
              and (k.presupuesto_partida = p.partida_presupuesto or (p.partida_presupuesto is null
                and b.cuenta_contable = p.cuenta_contable
                and b.centro_costo is not distinct from coalesce(p.centro_costo, c.centro_costo)))
            order by k.id desc limit 1) k on true
          where l.empresa_id = ${empresa}::int8 and l.cuenta = any(${invoices}::int8[])
          group by l.cuenta, c.id, k.partida, k.mes order by l.cuenta, c.id, k.partida`,
  )
}

/** Finds what was received of purchases by budget line, and is not paid. Their budget lines are locked. */
export async function findAccruedLeft(
  tx: Tx,
  empresa: EmpresaId,
  purchases: readonly string[],
): Promise<
  readonly { readonly compra: string; readonly partida: string; readonly importe: string }[]
> {
  return await tx.query(
    sql`select compra::text as compra, presupuesto_partida::text as partida,
            sum(case tipo when 'devengado' then importe else -importe end)::text as importe
          from compromiso_presupuesto
          where empresa_id = ${empresa}::int8 and compra = any(${purchases}::int8[])
            and tipo in ('devengado', 'ejercido') and estado <> 'cancelado'
          group by compra, presupuesto_partida`,
  )
}

/** What a payment takes from a budget line. */
export interface Spending {
  readonly partida: string
  readonly mes: number
  readonly compra: string
  readonly importe: string
}

/** Finds the purchases that invoices invoice. */
export async function findPurchasesOf(
  tx: Tx,
  empresa: EmpresaId,
  invoices: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.query<{ compra: string }>(
    sql`select distinct p.compra::text as compra from cuenta_por_pagar_partida l
          join compra_partida p on p.empresa_id = ${empresa}::int8 and p.id = l.compra_partida
          where l.empresa_id = ${empresa}::int8 and l.cuenta = any(${invoices}::int8[])`,
  )
  return rows.map(({ compra }) => compra)
}
