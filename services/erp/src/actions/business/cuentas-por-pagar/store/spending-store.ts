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

/** The shares of invoices; the budget line and month are those that the purchase was committed to. */
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

/** What was received of purchases by budget line, and is not paid. Their budget lines are locked. */
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

export interface NewSpending extends Spending {
  readonly id: number
  readonly folio: string
  readonly modelo: string
  readonly registro: string
}

/** Moves what is paid from `devengado` to `ejercido`; what is left of the budget does not change. */
export async function insertSpending(
  tx: Tx,
  empresa: EmpresaId,
  { rows, now }: { readonly rows: readonly NewSpending[]; readonly now: string },
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(
    sql`with n as (
            select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int8, folio text, partida int8,
              mes int8, modelo text, registro text, compra int8, importe numeric)),
          i as (
            insert into compromiso_presupuesto (empresa_id, id, creado_en, modificado_en, folio, fecha,
              presupuesto_partida, mes, tipo, modelo, registro, compra, importe, estado)
            select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, ${now}::timestamptz,
              n.partida, n.mes, 'ejercido', m.id, n.registro, n.compra, n.importe, 'vigente'
            from n join modelo_sistema m on m.nombre = n.modelo),
          l as (
            update presupuesto_partida b set devengado = b.devengado - s.importe, ejercido = b.ejercido + s.importe,
              version = b.version + 1, modificado_en = ${now}::timestamptz
            from (select partida, sum(importe) as importe from n group by partida) s
            where b.empresa_id = ${empresa}::int8 and b.id = s.partida)
          update presupuesto_partida_mes b set devengado = b.devengado - s.importe, ejercido = b.ejercido + s.importe,
            version = b.version + 1, modificado_en = ${now}::timestamptz
          from (select partida, mes, sum(importe) as importe from n group by partida, mes) s
          where b.empresa_id = ${empresa}::int8 and b.presupuesto_partida = s.partida and b.mes = s.mes`,
  )
}

/** What documents of a model spent of the purchases of some invoices. */
interface Spent {
  readonly model: string
  readonly ids: readonly string[]
  readonly invoices: readonly string[]
}

/** The budget lines of it. */
export async function findSpent(
  tx: Tx,
  empresa: EmpresaId,
  { model, ids, invoices }: Spent,
): Promise<readonly string[]> {
  const rows = await tx.query<{ partida: string }>(
    sql`select distinct k.presupuesto_partida::text as partida
          from compromiso_presupuesto k join modelo_sistema m on m.id = k.modelo and m.nombre = ${model}
          where k.empresa_id = ${empresa}::int8 and k.tipo = 'ejercido' and k.estado <> 'cancelado'
            and k.registro = any(${ids}::text[]) and k.compra in (
              select p.compra from cuenta_por_pagar_partida l
              join compra_partida p on p.empresa_id = ${empresa}::int8 and p.id = l.compra_partida
              where l.empresa_id = ${empresa}::int8 and l.cuenta = any(${invoices}::int8[]))`,
  )
  return rows.map(({ partida }) => partida)
}

/** Takes back what documents of a model spent; the budget lines are locked. */
export async function cancelSpending(
  tx: Tx,
  empresa: EmpresaId,
  of: Spent & { readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`with c as (
            update compromiso_presupuesto k set estado = 'cancelado', version = k.version + 1,
              modificado_en = ${of.now}::timestamptz
            from modelo_sistema m
            where m.id = k.modelo and m.nombre = ${of.model} and k.empresa_id = ${empresa}::int8
              and k.tipo = 'ejercido' and k.estado <> 'cancelado' and k.registro = any(${of.ids}::text[])
              and k.compra in (
                select p.compra from cuenta_por_pagar_partida l
                join compra_partida p on p.empresa_id = ${empresa}::int8 and p.id = l.compra_partida
                where l.empresa_id = ${empresa}::int8 and l.cuenta = any(${of.invoices}::int8[]))
            returning k.presupuesto_partida as partida, k.mes, k.importe),
          l as (
            update presupuesto_partida b set devengado = b.devengado + s.importe, ejercido = b.ejercido - s.importe,
              version = b.version + 1, modificado_en = ${of.now}::timestamptz
            from (select partida, sum(importe) as importe from c group by partida) s
            where b.empresa_id = ${empresa}::int8 and b.id = s.partida)
          update presupuesto_partida_mes b set devengado = b.devengado + s.importe, ejercido = b.ejercido - s.importe,
            version = b.version + 1, modificado_en = ${of.now}::timestamptz
          from (select partida, mes, sum(importe) as importe from c group by partida, mes) s
          where b.empresa_id = ${empresa}::int8 and b.presupuesto_partida = s.partida and b.mes = s.mes`,
  )
}
