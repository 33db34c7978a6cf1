import type pg from 'pg'
import type { Database, DatabaseAddress } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

const NEEDS_DIRECT_URL =
  'DATABASE_URL names a connection pooler that keeps no sessions: set DATABASE_DIRECT_URL to PostgreSQL itself, which ' +
  'migrations, locks and notifications need, and let the pooler work in transaction mode'
const DIRECT_IS_POOLED =
  'DATABASE_DIRECT_URL names a connection pooler: it must name PostgreSQL itself, since migrations, locks and ' +
  'notifications need a session of their own'
const ANOTHER_DATABASE =
  'DATABASE_DIRECT_URL names another database than DATABASE_URL: both must lead to the same one, by a pooler and without'
const NO_POOLER =
  'DATABASE_URL names no pooler: without DATABASE_DIRECT_URL, statements would be planned once for each connection'
const KEEPS_SESSIONS =
  'the pooler of DATABASE_URL keeps a connection for each session: with pool_mode = transaction it would need fewer'

// PgBouncer's answer to settings that a session asks to begin with.
const REFUSED_SETTING = /unsupported startup parameter/i
// Other sessions may take the connection that is looked for.
const ROUNDS = 5
// A pooler whose connections are all taken lets a session wait.
const ROUND_TIMEOUT_MS = 2_000

/**
 * Compares what the environment says about a pooler with what answers there.
 * @throws Error that says what is missing, if the service could not work
 * @source docs/decisions/0008-poolers.md
 */
export async function checkPooler(
  database: Database,
  { directUrl }: DatabaseAddress,
  log: Log,
): Promise<void> {
  const first = await connected(() => database.pool.connect(), NEEDS_DIRECT_URL)
  try {
    const there = await whereIs(first)
    if (directUrl === undefined) {
      const isLost = there.isPooled && (!there.keepsSettings || (await isShared(database, first)))
      if (isLost) throw new Error(NEEDS_DIRECT_URL)
      return
    }
    await checkDirect(database, there)
    if (!there.isPooled) log.warn(NO_POOLER)
    else if (!(await isShared(database, first))) log.warn(KEEPS_SESSIONS)
  } finally {
    first.release()
  }
}

async function checkDirect(database: Database, pooled: Place): Promise<void> {
  const client = await connected(() => database.connect(), DIRECT_IS_POOLED)
  try {
    const direct = await whereIs(client)
    if (direct.isPooled) throw new Error(DIRECT_IS_POOLED)
    if (direct.database !== pooled.database) throw new Error(ANOTHER_DATABASE)
  } finally {
    await client.end()
  }
}

async function connected<T>(connect: () => Promise<T>, refusal: string): Promise<T> {
  try {
    return await connect()
  } catch (cause) {
    const isRefusal = cause instanceof Error && REFUSED_SETTING.test(cause.message)
    throw isRefusal ? new Error(refusal, { cause }) : cause
  }
}

interface Place {
  /** Something between here and the server gave a process number of its own. */
  readonly isPooled: boolean
  readonly keepsSettings: boolean
  /** One database of one server. */
  readonly database: string
}

async function whereIs(client: pg.ClientBase): Promise<Place> {
  const { rows } = await client.query<{ pid: number; timeout: string; database: string }>(
    `select pg_backend_pid() as pid, current_setting('idle_in_transaction_session_timeout') as timeout,
       current_database() || ' ' || pg_postmaster_start_time() as database`,
  )
  const [row] = rows
  return {
    // Undeclared in its types: the process that the connection was told.
    isPooled: !('processID' in client) || row?.pid !== client.processID,
    keepsSettings: row?.timeout !== '0',
    database: row?.database ?? '',
  }
}

/** Whether another session gets the connection that a session has just used. */
async function isShared(database: Database, first: pg.ClientBase): Promise<boolean> {
  const second = await database.pool.connect()
  // Undeclared in its types: how long an answer may take.
  const begin = { text: 'begin', query_timeout: ROUND_TIMEOUT_MS }
  let broken: Error | undefined
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const used = await backendOf(first)
      await second.query(begin)
      const taken = await backendOf(second)
      await second.query('rollback')
      if (used === taken) return true
    }
    return false
  } catch (error) {
    broken = error instanceof Error ? error : new Error('no connection')
    return false
  } finally {
    second.release(broken)
  }
}

async function backendOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
