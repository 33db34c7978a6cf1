import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked MermaInventario. */
export interface LossRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly almacen: string
  readonly articulo: string
  readonly lote: string | null
  readonly ubicacion: string | null
  readonly serie: string | null
  readonly cantidad: string
  readonly movimiento: string | null
  readonly movimiento_folio: string | null
}

/** Locks losses in the order of their ids. */
export async function lockLosses(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LossRow>> {
  const rows = await tx.query<LossRow>(
    sql`select m.id::text as id, m.folio, m.estado, m.almacen::text as almacen, m.articulo::text as articulo,
            m.lote::text as lote, m.ubicacion::text as ubicacion, m.serie::text as serie, m.cantidad::text as cantidad,
            m.movimiento::text as movimiento, v.folio as movimiento_folio
          from merma_inventario m
          left join movimiento_inventario v on v.empresa_id = ${empresa}::int8 and v.id = m.movimiento
          where m.empresa_id = ${empresa}::int8 and m.id = any(${ids}::int8[])
          order by m.id for no key update of m`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface LossChange {
  readonly id: string
  readonly estado: string
  /** Null: as it is. */
  readonly movimiento: string | null
  readonly importe: string | null
}

export async function changeLosses(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly LossChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update merma_inventario m set estado = n.estado, movimiento = coalesce(n.movimiento, m.movimiento),
            importe = coalesce(n.importe, m.importe), version = m.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, estado text, movimiento int8, importe numeric)
          where m.empresa_id = ${empresa}::int8 and m.id = n.id`,
  )
}
