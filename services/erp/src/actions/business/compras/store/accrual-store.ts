import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'
import { movingBudgets } from './commitment-store.ts'

/** The budget line and month that a line of a purchase was committed to. */
export interface CommittedLine {
  readonly linea: string
  readonly partida: string
  readonly mes: number
}

/**
 * Which commitment of its purchase each line belongs to: that of the budget line that it names, or of its account and
 * cost centre. Found among the purchase's own commitments, so that a later budget changes nothing.
 */
export async function findCommittedLines(
  tx: Tx,
  empresa: EmpresaId,
  compras: readonly string[],
): Promise<ReadonlyMap<string, CommittedLine>> {
  const rows = await tx.query<CommittedLine>(
    sql`select distinct on (p.id) p.id::text as linea, k.presupuesto_partida::text as partida, k.mes::int4 as mes
          from compromiso_presupuesto k
          join presupuesto_partida b on b.empresa_id = ${empresa}::int8 and b.id = k.presupuesto_partida
          join compra c on c.empresa_id = ${empresa}::int8 and c.id = k.compra
          join compra_partida p on p.empresa_id = ${empresa}::int8 and p.compra = k.compra
            and (p.partida_presupuesto = b.id or (p.partida_presupuesto is null
              and p.cuenta_contable = b.cuenta_contable
              and b.centro_costo is not distinct from coalesce(p.centro_costo, c.centro_costo)))
          where k.empresa_id = ${empresa}::int8 and k.compra = any(${compras}::int8[]) and k.tipo = 'compromiso'
            and k.estado <> 'cancelado'
          order by p.id, k.id desc`,
  )
  return new Map(rows.map((row) => [row.linea, row]))
}

/**
 * Has the commitments of purchases follow what was accrued: what was received of one is no longer committed. One that
 * was released stays so.
 */
export async function settleCommitments(
  tx: Tx,
  empresa: EmpresaId,
  { compras, now }: { readonly compras: readonly string[]; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`with d as (
            select compra, presupuesto_partida, sum(importe) as importe from compromiso_presupuesto
            where empresa_id = ${empresa}::int8 and compra = any(${compras}::int8[]) and tipo = 'devengado'
              and estado <> 'cancelado' group by compra, presupuesto_partida),
          n as (
            select k.id, k.presupuesto_partida as partida, k.mes, k.importe_liberado as antes, k.importe,
              least(k.importe, greatest(0, coalesce(d.importe, 0))) as ahora
            from compromiso_presupuesto k
            left join d on d.compra = k.compra and d.presupuesto_partida = k.presupuesto_partida
            where k.empresa_id = ${empresa}::int8 and k.compra = any(${compras}::int8[]) and k.tipo = 'compromiso'
              and k.estado in ('vigente', 'consumido')),
          c as (select id, partida, mes, importe as todo, ahora, antes - ahora as importe from n where antes <> ahora),
          u as (
            update compromiso_presupuesto k set importe_liberado = c.ahora,
              estado = case when c.ahora = c.todo then 'consumido' else 'vigente' end,
              version = k.version + 1, modificado_en = ${now}::timestamptz
            from c where k.empresa_id = ${empresa}::int8 and k.id = c.id),
          ${movingBudgets(empresa, { from: 'c', kind: 'compromiso', now })}`,
  )
}
