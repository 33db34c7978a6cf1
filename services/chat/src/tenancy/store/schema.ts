import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

/** The schema of the service's tables, so that a database may be shared with others. */
export const SCHEMA = 'chat'

export async function makeSchema(tx: Tx): Promise<void> {
  await tx.execute(sql`create schema if not exists ${trusted(SCHEMA)}`)
}
