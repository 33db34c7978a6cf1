import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Finds the movements that supplied requests and were not taken back, by request. */
export async function findSupplies(
  tx: Tx,
  empresa: EmpresaId,
  requests: readonly string[],
): Promise<readonly { readonly solicitud: string; readonly id: string; readonly folio: string }[]> {
  return await tx.query(
    sql`select v.registro as solicitud, v.id::text as id, v.folio from movimiento_inventario v
          join modelo_sistema m on m.id = v.modelo and m.nombre = 'SolicitudMaterial'
          where v.empresa_id = ${empresa}::int8 and v.registro = any(${requests}::text[])
            and not exists (select from movimiento_inventario r
              where r.empresa_id = ${empresa}::int8 and r.movimiento_reversa = v.id)
          order by v.id`,
  )
}
