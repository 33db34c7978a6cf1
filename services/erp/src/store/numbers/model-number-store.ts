import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { readAs, type EmpresaId } from '../tenant-database.ts'

/** Finds the id under which the service's own records name a model. */
export async function findModelNumber(
  database: Database,
  empresa: EmpresaId,
  model: string,
): Promise<string | undefined> {
  const [row] = await readAs<{ id: string }>(
    database,
    empresa,
    sql`select id::text as id from modelo_sistema where nombre = ${model}`,
  )
  return row?.id
}

/** Finds the same within a transaction, of a model that there is. */
export async function findModelId(tx: Tx, model: string): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    sql`select id::text as id from modelo_sistema where nombre = ${model}`,
  )
  if (row === undefined) throw new Error(`there is no model ${model}`)
  return row.id
}
