import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

const PER_FETCH = 1_000

/** The rows of a statement, some at a time, in a transaction that does nothing else meanwhile. */
export async function* rowsOf<T>(tx: Tx, statement: Sql): AsyncGenerator<readonly T[]> {
  await tx.execute(sql`declare exported no scroll cursor for ${statement}`)
  try {
    for (;;) {
      const rows = await tx.query<T>(sql`fetch ${trusted(String(PER_FETCH))} from exported`)
      if (rows.length > 0) yield rows
      if (rows.length < PER_FETCH) return
    }
  } finally {
    await tx.execute(sql`close exported`)
  }
}
