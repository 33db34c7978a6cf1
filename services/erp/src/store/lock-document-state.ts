import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** The documents whose state decides what may be written beside them. */
type StatefulTable = 'compra' | 'inventario_fisico'

/**
 * The state of a document, locked to the end of the transaction: a write beside it and an action on it wait for each
 * other here. Undefined: there is no such document.
 */
export async function lockDocumentState(
  tx: Tx,
  empresa: EmpresaId,
  { table, id }: { readonly table: StatefulTable; readonly id: string },
): Promise<string | undefined> {
  const rows = await tx.query<{ estado: string }>(sql`
    select estado from ${trusted(table)} where empresa_id = ${empresa}::int8 and id = ${id}::int8 for no key update`)
  return rows[0]?.estado
}
