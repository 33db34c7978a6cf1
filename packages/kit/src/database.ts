import pg from 'pg'

import type { Log } from './log.ts'
import type { Sql } from './sql.ts'
import { StatementNames } from './statement-names.ts'

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
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** A connection of its own outside the pool, for LISTEN and for COPY; the caller ends it. */
  connect(): Promise<pg.Client>
  /** The pool, for work that needs one connection for a while. Its connections pipeline: no COPY, no cursors. */
  readonly pool: pg.Pool
  /** Names for statements that recur; see there. */
  readonly statements: StatementNames
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
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
  const settings: pg.PoolConfig = {
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.poolSize,
    options: Object.entries(options.sessionSettings ?? {})
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    types: { getTypeParser: typeParser },
  }
  // Statements that do not wait for each other's rows leave in one round trip.
  const pool = new pg.Pool({ ...settings, pipeline: true })
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
    statements: new StatementNames(),
    query: (statement) => query(pool, statement),
    execute: (statement) => execute(pool, statement),
    transaction: (work, transactionOptions) => transaction(pool, work, transactionOptions ?? {}),
    connect: async () => {
      const client = new pg.Client(settings)
      client.on('error', (error) => options.log.warn({ err: error }, 'database connection lost'))
      await client.connect()
      return client
    },
    close: () => pool.end(),
  }
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

type Runner = pg.Pool | pg.PoolClient

async function run(runner: Runner, statement: Sql): Promise<pg.QueryResult> {
  const { text, name } = statement
  const values = [...statement.values]
  return name === undefined
    ? await runner.query({ text, values })
    : await runner.query({ text, values, name })
}

async function query<T>(runner: Runner, statement: Sql): Promise<readonly T[]> {
  const result = await run(runner, statement)
  // The caller names the row type that its statement selects.
  return result.rows as T[]
}

async function execute(runner: Runner, statement: Sql): Promise<number> {
  const result = await run(runner, statement)
  return result.rowCount ?? 0
}

async function transaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(pool, work, options)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error
    }
  }
}

async function attemptTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Not awaited yet: it leaves together with the first statement. It can only fail when the connection itself fails.
    sendTogether(client)
    const begun = client.query(begin(options))
    begun.catch(() => undefined)
    const result = await work({
      query: (statement) => {
        sendTogether(client)
        return query(client, statement)
      },
      execute: (statement) => {
        sendTogether(client)
        return execute(client, statement)
      },
    })
    await begun
    await client.query('commit')
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

function begin({ isolation, isReadOnly }: TransactionOptions): string {
  const level = isolation === undefined ? '' : ` isolation level ${isolation}`
  return `begin${level}${isReadOnly === true ? ' read only' : ''}`
}

/** The SQLSTATE of a database error, such as `23505` for a unique violation. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

// The database cannot be reached, is starting or stopping, has no connection left, a statement waited too long, or
// every attempt met a conflict with others.
const UNAVAILABLE_STATES = /^(?:08|57P0|53300|57014|55P03|40001|40P01)/
const LOST_CONNECTION =
  /connection terminated|is not queryable|timeout exceeded when trying to connect/i
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
