import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { PurchaseState } from './purchase-store.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/**
 * The state of a purchase, held to the end of the transaction: what is written beside it and an action on it wait for
 * each other here. Undefined: there is none.
 */
export async function holdPurchaseState(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<PurchaseState | undefined> {
  const rows = await tx.query<{ estado: PurchaseState }>(sql`
    select estado from compra where empresa_id = ${empresa}::int8 and id = ${id}::int8 for no key update`)
  return rows[0]?.estado
}

/** Adds what a receipt accepted to the lines of its purchase, or takes it away again. */
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

/** The state that what was received gives a purchase that is authorized or received. */
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

/** The lines of a receipt, and whether each is of a line of that purchase. */
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

/** State and purchase of a receipt, held to the end of the transaction. */
export async function holdReceipt(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<{ readonly estado: string } | undefined> {
  const rows = await tx.query<{ estado: string }>(sql`
    select estado from recepcion_compra where empresa_id = ${empresa}::int8 and id = ${id}::int8 for no key update`)
  return rows[0]
}

/** State of an entry, held to the end of the transaction. */
export async function holdEntryState(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<string | undefined> {
  const rows = await tx.query<{ estado: string }>(sql`
    select estado from poliza where empresa_id = ${empresa}::int8 and id = ${id}::int8 for no key update`)
  return rows[0]?.estado
}

export interface EntrySums {
  readonly lineas: number
  readonly cargos: string
  readonly abonos: string
}

export async function findEntrySums(tx: Tx, empresa: EmpresaId, id: string): Promise<EntrySums> {
  const rows = await tx.query<EntrySums>(sql`
    select count(*) as lineas, coalesce(sum(cargo), 0)::text as cargos, coalesce(sum(abono), 0)::text as abonos
    from poliza_partida where empresa_id = ${empresa}::int8 and poliza = ${id}::int8`)
  const [row] = rows
  if (row === undefined) throw new Error('a count returned no row')
  return row
}
