import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A MovimientoInventario that a document made. */
export interface MadeMovement {
  readonly id: string
  readonly folio: string
}

/** Finds the movements of stock that documents of a model made, by document. */
export async function findMadeMovements(
  tx: Tx,
  empresa: EmpresaId,
  { model, ids }: { readonly model: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, MadeMovement>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<MadeMovement & { readonly registro: string }>(
    sql`select distinct on (v.registro) v.registro, v.id::text as id, v.folio
          from movimiento_inventario v
          join modelo_sistema m on m.id = v.modelo and m.nombre = ${model}
          where v.empresa_id = ${empresa}::int8 and v.registro = any(${ids}::text[])
          order by v.registro, v.id`,
  )
  return new Map(rows.map(({ registro, ...movement }) => [registro, movement]))
}
