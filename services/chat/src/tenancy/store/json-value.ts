import type { Tx } from '@oficina/kit/database.ts'
import type { Sql } from '@oficina/kit/sql.ts'

/** One JSON value as the database made it, under the name `value`. */
export async function jsonValue(tx: Tx, statement: Sql): Promise<unknown> {
  const [row] = await tx.query<{ value: unknown }>(statement)
  return row?.value
}
