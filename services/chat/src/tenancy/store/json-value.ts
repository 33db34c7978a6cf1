import type { Tx } from '@oficina/kit/database.ts'
import type { Sql } from '@oficina/kit/sql.ts'

/** One JSON value in the form that the statement gives it, under the name `value`. */
export async function jsonValue<T>(tx: Tx, statement: Sql): Promise<T> {
  const [row] = await tx.query<{ value: T }>(statement)
  if (row === undefined) throw new Error('an aggregate is one row')
  return row.value
}
