import type { Tx } from '@oficina/kit/database.ts'
import type { Sql } from '@oficina/kit/sql.ts'

/** One JSON value, which the statement returns as `value`. */
export async function jsonValue<T>(tx: Tx, statement: Sql): Promise<T> {
  const [row] = await tx.query<{ value: T }>(statement)
  if (row === undefined) throw new Error('an aggregate is one row')
  return row.value
}
