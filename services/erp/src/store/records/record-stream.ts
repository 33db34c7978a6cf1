import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'
import type { LongReads, ReadSession } from '@oficina/postgres/long-reads.ts'

import type { EmpresaId } from '../tenant-database.ts'

const BATCH = 1_000
// Sorting a very large table takes time before the first row arrives; each batch has this long.
const BATCH_TIMEOUT_MS = 5 * 60_000
// The server cuts off a reader that stalls long before; this is for a process that hangs.
const IDLE_TIMEOUT_MS = 10 * 60_000

/**
 * The rows of a statement in batches, through a cursor over one snapshot: memory stays flat however many there are.
 * Errors of the statement are thrown before this returns. It uses a connection of its own, on a replica if there is
 * one, which is closed after the last row, and at once when the signal fires, even in the middle of a statement.
 */
export async function streamAs<T>(
  reads: LongReads,
  empresa: EmpresaId,
  { statement, signal }: { readonly statement: Sql; readonly signal: AbortSignal },
): Promise<AsyncIterable<readonly T[]>> {
  return await reads.open(async (session) => {
    // Nobody waits for it any more, so it is not tried again either.
    signal.throwIfAborted()
    signal.addEventListener('abort', session.end)
    try {
      await session.execute(trusted(`set local statement_timeout = ${BATCH_TIMEOUT_MS}`))
      await session.execute(
        trusted(`set local idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`),
      )
      await session.execute(sql`select oficina.en_empresa(${empresa}, 'auto')`)
      const declared = `declare lote no scroll cursor for ${statement.text}`
      await session.execute({ text: declared, values: statement.values })
      return batchesOf(session, await nextBatch<T>(session))
    } catch (error) {
      // A connection that was closed during a statement reports that; the cause is that nobody waits for it.
      signal.throwIfAborted()
      throw error
    }
  })
}

async function* batchesOf<T>(
  session: ReadSession,
  first: readonly T[],
): AsyncGenerator<readonly T[]> {
  try {
    for (let rows = first; rows.length > 0; rows = await nextBatch<T>(session)) yield rows
  } finally {
    session.end()
  }
}

async function nextBatch<T>(session: ReadSession): Promise<readonly T[]> {
  return await session.query<T>(trusted(`fetch ${BATCH} from lote`))
}
