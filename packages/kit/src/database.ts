import pg from 'pg'

import { POOL_WAITS, STATEMENTS } from './channels.ts'
import type { Log } from './log.ts'
import { trusted, type Sql } from './sql.ts'
import { nameOfStatement, StatementNames } from './statement-names.ts'

/** Where statements run: a transaction or one statement of its own. As small as can be. */
export interface Tx {
  query<T>(statement: Sql): Promise<readonly T[]>
  /** Runs a statement for its effect; returns the number of rows it touched. */
  execute(statement: Sql): Promise<number>
}

export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

export interface TransactionOptions {
  readonly isolation?: Isolation
  readonly isReadOnly?: boolean
}

export interface Database extends Tx {
  /**
   * Runs `work` in one transaction: committed when it returns, rolled back when it throws.
   * A deadlock or serialisation failure is tried again from the start, so `work` must not act outside the database.
   * What `work` asks for without awaiting it leaves together with the commit, which fails with it.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** A connection of its own outside the pool, for LISTEN and for COPY; the caller ends it. */
  connect(): Promise<pg.Client>
  /** The pool, for work that needs one connection for a while. Its connections pipeline: no COPY, no cursors. */
  readonly pool: pg.Pool
  /** Names for statements that recur; see there. */
  readonly statements: StatementNames
  /**
   * Behind a pooler, which hands a connection to another session after each transaction: the settings with which each
   * transaction must begin, since a connection keeps neither settings nor named statements.
   * @source docs/decisions/0008-poolers.md
   */
  readonly opening: Sql | undefined
  close(): Promise<void>
}

/** Where a database is. Holds passwords. */
export interface DatabaseAddress {
  readonly url: string
  /** Given if `url` names a pooler in transaction mode: the server itself, for what needs a session. */
  readonly directUrl?: string | undefined
}

export interface DatabaseOptions extends DatabaseAddress {
  readonly poolSize: number
  readonly log: Log
  readonly applicationName: string
  /** A longer statement is cancelled; in milliseconds. */
  readonly statementTimeoutMs?: number
  /** Settings that every connection starts with, such as `role`: ours, never a request's. */
  readonly sessionSettings?: Readonly<Record<string, string>>
}

const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 60_000
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000
const MAX_ATTEMPTS = 4
const RETRYABLE = new Set(['40001', '40P01'])

const INT8 = 20
const DATE = 1082

export function openDatabase(options: DatabaseOptions): Database {
  const { directUrl, sessionSettings = {}, url } = options
  const timeouts = {
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
  }
  const common: pg.PoolConfig = {
    application_name: options.applicationName,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: typeParser },
  }
  const settings: pg.PoolConfig = {
    ...common,
    ...timeouts,
    connectionString: directUrl ?? url,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }
  const opening =
    directUrl === undefined ? undefined : openingOf({ ...timeouts, ...sessionSettings })
  const pooled = opening === undefined ? settings : { ...common, connectionString: url }
  // Statements that do not wait for each other's rows leave in one round trip.
  const pool = new pg.Pool({ ...pooled, pipeline: true })
  tellWaits(pool, options.applicationName)
  // The pool replaces an idle connection that breaks (the server restarted) at the next query.
  // The error names the connection with all that it holds, so only its reason is told; at the end it is none.
  pool.on('error', ({ message: reason }) => {
    if (!pool.ending) options.log.warn({ reason }, 'idle database connection lost')
  })
  // A connection that breaks while it is in use fails the statement that runs on it; without a listener the event would
  // end the process as well.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    pool,
    opening,
    statements: new StatementNames(opening === undefined ? undefined : 0),
    ...txOn((statement) =>
      opening === undefined ? pool.query(named(statement)) : sendAlone(pool, opening, statement),
    ),
    transaction: (work, wanted = {}) => transaction({ pool, opening }, work, wanted),
    connect: async () => {
      const client = new pg.Client(settings)
      client.on('error', (error) => options.log.warn({ err: error }, 'database connection lost'))
      await client.connect()
      return client
    },
    close: () => pool.end(),
  }
}

function tellWaits(pool: pg.Pool, name: string): void {
  const connect = pool.connect.bind(pool)
  const waiting = (callback?: Parameters<typeof connect>[0]) => {
    const sinceMs = performance.now()
    const tell = () => POOL_WAITS.publish({ pool, name, waitedMs: performance.now() - sinceMs })
    if (callback === undefined) return connect().finally(tell)
    return connect((...answer) => {
      tell()
      callback(...answer)
    })
  }
  // Both forms of it: with a callback there is no promise.
  pool.connect = waiting as typeof pool.connect
}

// Ids are int8 and stay far below 2^53; numeric stays text, so that money keeps every digit; a date stays a date.
const typeParser: pg.CustomTypesConfig['getTypeParser'] = (
  oid: number,
  format?: 'text' | 'binary',
) => {
  if (oid === INT8) return Number
  if (oid === DATE) return (value: string) => value
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid)
}

function openingOf(settings: Readonly<Record<string, string | number>>): Sql {
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(String(value))}, true)`,
  )
  return trusted(`select ${set.join(', ')}`)
}

type Send = (statement: Sql) => Promise<pg.QueryResult>

function txOn(send: Send): Tx {
  const told: Send = (statement) =>
    STATEMENTS.hasSubscribers
      ? STATEMENTS.tracePromise(() => send(statement), { statement })
      : send(statement)
  return {
    // The caller names the row type that its statement selects.
    query: async <T>(statement: Sql) => (await told(statement)).rows as T[],
    execute: async (statement) => (await told(statement)).rowCount ?? 0,
  }
}

function unnamed({ text, values }: Sql): pg.QueryConfig {
  return { text, values: [...values] }
}

function named(statement: Sql): pg.QueryConfig {
  const name = nameOfStatement(statement)
  return { ...unnamed(statement), ...(name !== undefined && { name }) }
}

/** One statement as a transaction with the settings that its connection does not keep, in one round trip. */
async function sendAlone(pool: pg.Pool, opening: Sql, statement: Sql): Promise<pg.QueryResult> {
  const client = await pool.connect()
  sendTogether(client)
  const begun = client.query(begin({}, opening))
  const answered = client.query(unnamed(statement))
  const ended = client.query('commit')
  const [, , { status }] = await Promise.allSettled([begun, answered, ended])
  client.release(status === 'rejected')
  await begun
  const answer = await answered
  await ended
  return answer
}

type Connections = Pick<Database, 'pool' | 'opening'>

async function transaction<T>(
  connections: Connections,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(connections, work, options)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error
    }
  }
}

async function attemptTransaction<T>(
  { pool, opening }: Connections,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let failure: unknown
  let isAborted = false
  try {
    // Not awaited yet: it leaves together with the first statement. It can only fail when the connection itself fails.
    sendTogether(client)
    const begun = client.query(begin(options, opening))
    begun.catch(() => undefined)
    const wire = opening === undefined ? named : unnamed
    const result = await work(
      txOn((statement) => {
        sendTogether(client)
        const answer = client.query(wire(statement)).then(
          (result) => {
            isAborted = false
            return result
          },
          (error: unknown) => {
            // Statements that left together are refused after the one that failed: that one is what went wrong.
            if (!isAborted) failure = error
            isAborted = true
            throw failure
          },
        )
        answer.catch(() => undefined)
        return answer
      }),
    )
    await begun
    const { command } = await client.query('commit')
    // So ends a transaction of which a statement failed, whoever waited for that.
    if (command === 'ROLLBACK') throw failure ?? new Error('the transaction was rolled back')
    return result
  } catch (error) {
    // A connection whose rollback fails is in an unknown state: it is closed, not returned.
    await client.query('rollback').catch((cause: unknown) => {
      broken = cause instanceof Error ? cause : new Error('rollback failed')
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Statements that are asked for one after the other without waiting leave in one packet: each packet costs a system call. */
function sendTogether({ connection }: pg.PoolClient): void {
  connection.stream.cork()
  process.nextTick(() => connection.stream.uncork())
}

function begin({ isolation, isReadOnly }: TransactionOptions, opening: Sql | undefined): string {
  const level = isolation === undefined ? '' : ` isolation level ${isolation}`
  const settings = opening === undefined ? '' : `; ${opening.text}`
  return `begin${level}${isReadOnly === true ? ' read only' : ''}${settings}`
}

/** The SQLSTATE of a database error, such as `23505` for a unique violation. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

// The database cannot be reached, is starting or stopping, has no connection left, a statement waited too long, or
// every attempt met a conflict with others.
const UNAVAILABLE_STATES = /^(?:08|57P0|53300|57014|55P03|40001|40P01)/
// Also what the coordinator of a cluster says of a node that it has lost in a transaction, without a state of its own.
const LOST_CONNECTION = new RegExp(
  [
    'connection terminated|is not queryable|timeout exceeded when trying to connect',
    'closed the connection|connection marked as essential|failed to COPY to shard|SSL SYSCALL error',
    'could not commit transaction for shard|failed to (?:commit|prepare) transaction',
    'could not connect to any active placements|failed to send (?:query|[0-9]+ bytes)',
    // Of the library by which it speaks with its nodes.
    'connection not open|no connection to the server|could not (?:receive|send) data|invalid socket',
  ].join('|'),
  'i',
)
const NETWORK_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
])

/** Whether a statement failed because the database is away or busy, so that the same request may succeed a moment later. */
export function isUnavailable(error: unknown): boolean {
  if (UNAVAILABLE_STATES.test(sqlState(error) ?? '')) return true
  if (!(error instanceof Error)) return false
  // A host with several addresses fails with one error per address.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const isNetwork =
    'syscall' in error &&
    error.syscall !== 'open' &&
    'code' in error &&
    NETWORK_CODES.has(error.code)
  return isNetwork || LOST_CONNECTION.test(error.message)
}

function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error) ?? '')
}
