import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Adds what a receipt accepted to the lines of its purchase, or subtracts it again. */
export async function addReceipt(
  tx: Tx,
  empresa: EmpresaId,
  { receipt, sign, now }: { readonly receipt: string; readonly sign: 1 | -1; readonly now: string },
): Promise<void> {
  await tx.execute(sql`
    update compra_partida p set cantidad_recibida = p.cantidad_recibida + ${sign}::int4 * r.cantidad,
      version = p.version + 1, modificado_en = ${now}::timestamptz
    from (select compra_partida, sum(cantidad_aceptada) as cantidad from recepcion_compra_partida
      where empresa_id = ${empresa}::int8 and recepcion = ${receipt}::int8 group by compra_partida) r
    where p.empresa_id = ${empresa}::int8 and p.id = r.compra_partida`)
}

/** The state that a purchase gets, authorized or received, from what was received. */
export async function settleReceipts(
  tx: Tx,
  empresa: EmpresaId,
  { id, now }: { readonly id: string; readonly now: string },
): Promise<void> {
  await tx.execute(sql`
    update compra c set estado = s.estado, version = c.version + 1, modificado_en = ${now}::timestamptz
    from (select case when bool_and(cantidad_recibida >= cantidad) then 'recibida'
        when bool_or(cantidad_recibida > 0) then 'recibida_parcial' else 'autorizada' end as estado
      from compra_partida where empresa_id = ${empresa}::int8 and compra = ${id}::int8) s
    where c.empresa_id = ${empresa}::int8 and c.id = ${id}::int8
      and c.estado in ('autorizada', 'recibida_parcial', 'recibida') and c.estado <> s.estado`)
}

export interface ReceiptLineRow {
  readonly partida: number
  readonly pertenece: boolean
}

/** The lines of a receipt, and whether each belongs to a line of that purchase. */
export async function findReceiptLines(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly receipt: string; readonly purchase: string },
): Promise<readonly ReceiptLineRow[]> {
  return await tx.query<ReceiptLineRow>(sql`
    select r.partida, p.compra = ${of.purchase}::int8 as pertenece
    from recepcion_compra_partida r
    join compra_partida p on p.empresa_id = ${empresa}::int8 and p.id = r.compra_partida
    where r.empresa_id = ${empresa}::int8 and r.recepcion = ${of.receipt}::int8 order by r.partida`)
}
