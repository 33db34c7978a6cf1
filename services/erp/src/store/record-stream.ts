import type { Database } from '@oficina/kit/database.ts'
import type { Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

const BATCH = 1_000
// Sorting a very large table takes time before the first row arrives; each batch has this long.
const BATCH_TIMEOUT_MS = 5 * 60_000
// The server cuts off a reader that stalls long before; this is for a process that hangs.
const IDLE_TIMEOUT_MS = 10 * 60_000

type Client = Awaited<ReturnType<Database['connect']>>

/**
 * The rows of a statement in batches, through a cursor over one snapshot: memory stays flat however many there are.
 * Errors of the statement are thrown before this returns. It uses a connection of its own, which is closed after the
 * last row, and at once when the signal fires, even in the middle of a statement.
 */
export async function streamAs<T>(
  database: Database,
  empresa: EmpresaId,
  { statement, signal }: { readonly statement: Sql; readonly signal: AbortSignal },
): Promise<AsyncIterable<readonly T[]>> {
  const client = await database.connect()
  const close = () => closeClient(client)
  signal.addEventListener('abort', close)
  try {
    signal.throwIfAborted()
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local statement_timeout = ${BATCH_TIMEOUT_MS}`)
    await client.query(`set local idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`)
    await client.query("select oficina.en_empresa($1, 'auto')", [empresa])
    await client.query({
      text: `declare lote no scroll cursor for ${statement.text}`,
      values: [...statement.values],
    })
    return batchesOf(client, await nextBatch<T>(client))
  } catch (error) {
    close()
    // A connection that was closed during a statement reports that; the cause is that nobody waits for it.
    signal.throwIfAborted()
    throw error
  }
}

async function* batchesOf<T>(client: Client, first: readonly T[]): AsyncGenerator<readonly T[]> {
  try {
    for (let rows = first; rows.length > 0; rows = await nextBatch<T>(client)) yield rows
  } finally {
    closeClient(client)
  }
}

async function nextBatch<T>(client: Client): Promise<readonly T[]> {
  const { rows } = await client.query(`fetch ${BATCH} from lote`)
  // The caller names the row type that its statement selects.
  return rows as T[]
}

/** Nobody waits for the end: the connection is not used again, and its errors no longer matter. */
function closeClient(client: Client): void {
  client.end().catch(() => undefined)
}
