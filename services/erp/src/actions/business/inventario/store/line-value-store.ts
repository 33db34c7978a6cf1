import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What a line of a movement moved; null: nothing on that side. */
export interface LineValue {
  readonly id: string
  readonly valor_entrada: string | null
  readonly valor_salida: string | null
}

/** Finds what lines of movements moved. */
export async function findLineValues(
  tx: Tx,
  empresa: EmpresaId,
  lines: readonly string[],
): Promise<readonly LineValue[]> {
  return await tx.query(
    sql`select id::text as id, valor_entrada::text as valor_entrada, valor_salida::text as valor_salida
          from movimiento_inventario_partida where empresa_id = ${empresa}::int8 and id = any(${lines}::int8[])`,
  )
}
