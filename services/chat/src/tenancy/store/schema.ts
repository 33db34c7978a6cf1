import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

/** The schema of the service's tables, so that a database may be shared with others. */
export const SCHEMA = 'chat'

export async function makeSchema(tx: Tx): Promise<void> {
  const [schema] = await tx.query<{ isThere: boolean }>(
    sql`select to_regnamespace(${SCHEMA}) is not null as "isThere"`,
  )
  // On a cluster even one that is there is made on all nodes, of which one may be away.
  if (schema?.isThere !== true) {
    await tx.execute(sql`create schema if not exists ${trusted(SCHEMA)}`)
  }
}
