import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked RevaluacionInventario. */
export interface RevaluationRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly almacen: string | null
  readonly movimiento: string | null
}

/** Locks revaluations in the order of their ids. */
export async function lockRevaluations(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RevaluationRow>> {
  const rows = await tx.query<RevaluationRow>(
    sql`select id::text as id, folio, estado, almacen::text as almacen, movimiento::text as movimiento
          from revaluacion_inventario where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface RevaluationLineRow {
  readonly revaluacion: string
  readonly partida: number
  readonly articulo: string
  readonly lote: string | null
  readonly cantidad: string
  /** What the value changes by. */
  readonly importe: string
}

/** The lines that change something. */
export async function findRevaluationLines(
  tx: Tx,
  empresa: EmpresaId,
  revaluations: readonly string[],
): Promise<readonly RevaluationLineRow[]> {
  return await tx.query<RevaluationLineRow>(
    sql`select revaluacion::text as revaluacion, partida, articulo::text as articulo, lote::text as lote,
            cantidad::text as cantidad, importe::text as importe
          from revaluacion_inventario_partida
          where empresa_id = ${empresa}::int8 and revaluacion = any(${revaluations}::int8[]) and importe <> 0
          order by revaluacion, partida, id`,
  )
}

export interface RevaluationChange {
  readonly id: string
  readonly estado: string
  /** Null: as it is. */
  readonly movimiento: string | null
}

export async function changeRevaluations(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly RevaluationChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update revaluacion_inventario r set estado = n.estado, movimiento = coalesce(n.movimiento, r.movimiento),
            version = r.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id int8, estado text, movimiento int8)
          where r.empresa_id = ${empresa}::int8 and r.id = n.id`,
  )
}

/** Names the entry of each revaluation in it. */
export async function linkRevaluationEntries(
  tx: Tx,
  empresa: EmpresaId,
  entries: readonly { readonly id: number; readonly registro: string | null }[],
): Promise<void> {
  if (entries.length === 0) return
  const links = entries.map(({ id, registro }) => ({ poliza: id, id: registro }))
  await tx.execute(
    sql`update revaluacion_inventario r set poliza = n.poliza
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as n(id int8, poliza int8)
          where r.empresa_id = ${empresa}::int8 and r.id = n.id`,
  )
}
