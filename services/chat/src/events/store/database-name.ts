import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** What PostgreSQL itself calls the database, whatever a pooler in front of it does. */
export async function databaseName(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ name: string }>(sql`select current_database()::text as name`)
  if (row === undefined) throw new Error('a database has a name')
  return row.name
}
