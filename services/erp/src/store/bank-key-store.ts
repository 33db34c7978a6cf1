import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** Finds the SAT's and the ABM's keys of banks, by id. */
export async function findBankKeys(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly clave: string; readonly nombre: string }>> {
  const rows = await tx.query<{ id: string; clave: string; nombre: string }>(
    sql`select id::text as id, clave, nombre from banco where id = any(${ids}::int8[])`,
  )
  return new Map(rows.map(({ id, ...bank }) => [id, bank]))
}
