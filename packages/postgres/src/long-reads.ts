import type { Database, Isolation, Tx } from '@oficina/kit/database.ts'
import { trusted, type Sql } from '@oficina/kit/sql.ts'

/** A read-only transaction on a connection of its own, which sees one snapshot. */
export interface ReadSession extends Tx {
  /** Gives the connection up, also in the middle of a statement. */
  readonly end: () => void
}

export interface ReadOptions {
  /** `read committed` unless it says otherwise: each statement sees what was committed before it. */
  readonly isolation?: Exclude<Isolation, 'serializable'>
}

/**
 * Where reads go that take long and change nothing: a replica, if the service has one that is up to date, or the
 * database itself. Either way they see all that was committed before they were asked for.
 * @source docs/decisions/0011-read-replicas.md
 */
export interface LongReads {
  /** Runs `work` in one read-only transaction, twice if a replica fails at it: it must not act outside the database. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: ReadOptions): Promise<T>
  /** Opens a session that lasts; `begin` is run again, with another session, if a replica fails before it returns. */
  open<T>(begin: (session: ReadSession) => Promise<T>): Promise<T>
  /** For `/health`; undefined without a replica. */
  state(): ReplicaState | undefined
  close(): Promise<void>
}

/**
 * `used`: it is up to date; `behind`: it takes longer than a second to be; `away`: it does not answer; `primary`: it is
 * the database itself; `foreign`: it follows another database, or none any more. Only the first is read from.
 */
export interface ReplicaState {
  readonly state: 'used' | 'behind' | 'away' | 'primary' | 'foreign'
  /** How much of the write-ahead log it lacked when it was last looked at, in bytes; null if it could not be asked. */
  readonly behindBytes: number | null
}

/** Long reads of a service that has no replica. */
export function readsOf(database: Database): LongReads {
  return {
    transaction: (work, options = {}) =>
      database.transaction(work, { ...options, isReadOnly: true }),
    open: async (begin) => await begun(await ownSession(database), begin),
    state: () => undefined,
    close: () => Promise.resolve(),
  }
}

/** What `begin` made of a session, which ends when it fails. */
export async function begun<T>(
  session: ReadSession,
  begin: (session: ReadSession) => Promise<T>,
): Promise<T> {
  try {
    return await begin(session)
  } catch (error) {
    session.end()
    throw error
  }
}

/** A session on a connection outside the pool, which has the settings of the service. */
async function ownSession(database: Database): Promise<ReadSession> {
  const client = await database.connect()
  // Nobody waits for the end: the connection is not used again, and its errors no longer matter.
  const end = () => void client.end().catch(() => undefined)
  const session = { ...txOf(client), end }
  return await begun(session, async () => {
    await session.execute(trusted('begin isolation level repeatable read read only'))
    return session
  })
}

type Client = Pick<Awaited<ReturnType<Database['connect']>>, 'query'>

/** Statements on one connection, without names. */
export function txOf(client: Client): Tx {
  const send = async ({ text, values }: Sql) => await client.query({ text, values: [...values] })
  return {
    // The caller names the row type that its statement selects.
    query: async <T>(statement: Sql) => (await send(statement)).rows as T[],
    execute: async (statement) => (await send(statement)).rowCount ?? 0,
  }
}
