import pg from 'pg'
import { serialize } from 'pg-protocol'
// The library's own custom queries convert their values with it too.
import pgValues from 'pg/lib/utils.js'
import type { Database } from '@oficina/kit/database.ts'
import { trusted, type Sql } from '@oficina/kit/sql.ts'
import { nameOfStatement } from '@oficina/kit/statement-names.ts'

import { isDistributed } from './distributed-database.ts'

export interface Answers {
  readonly opened: readonly unknown[]
  readonly rows: readonly unknown[]
}

/**
 * Two statements in one write to the connection, one wait for it and one transaction: what `opening` sets for the
 * transaction applies to `statement` and ends with it. Both only read.
 * @source docs/decisions/0201-erp-listing.md
 */
export async function readInOneTrip(
  database: Database,
  opening: Sql,
  statement: Sql,
): Promise<Answers> {
  // Values that cannot be sent fail here, before anything is sent.
  const settings = database.opening
  const nameOf = (wanted: Sql) => nameOfStatement(wanted) ?? database.statements.nameOf(wanted.text)
  // Behind a pooler a connection keeps neither names nor settings.
  const wanted =
    settings === undefined
      ? [toWire(opening, nameOfStatement(opening)), toWire(statement, nameOf(statement))]
      : [settings, opening, statement].map((statementText) => toWire(statementText, undefined))
  // Citus passes settings on in a transaction that was begun, not in one that lasts to the Sync.
  const isBegun = isDistributed(database)
  const sent = isBegun ? [BEGIN, ...wanted, COMMIT] : wanted
  const client = await database.pool.connect()
  try {
    const answers = await new Promise<Answers>((resolve, reject) => {
      client.query(
        new Statements(sent, (error, results) => {
          if (error !== undefined) return reject(error)
          // One result for each statement, in order; something else if they were never sent.
          const [opened, read] = Array.isArray(results) ? results.slice(isBegun ? -3 : -2) : []
          if (opened === undefined || read === undefined) return reject(new Error('no answer'))
          resolve({ opened: opened.rows, rows: read.rows })
        }),
      )
    })
    client.release()
    return answers
  } catch (error) {
    // A statement that the server refused is over and rolled back, unless the transaction was begun; after anything else
    // the connection's state is unknown.
    const isOver = error instanceof pg.DatabaseError && (!isBegun || (await isRolledBack(client)))
    client.release(!isOver)
    throw error
  }
}

async function isRolledBack(client: pg.PoolClient): Promise<boolean> {
  return await client.query('rollback').then(
    () => true,
    () => false,
  )
}

interface WireStatement {
  /** Empty for a statement that is parsed each time. */
  readonly name: string
  readonly text: string
  readonly values: readonly WireValue[]
}
type WireValue = string | Buffer | null

// The library uses names of its own on the same connections.
const NAME_PREFIX = 'trip:'

function toWire({ text, values }: Sql, name: string | undefined): WireStatement {
  return {
    text,
    values: values.map((value) => pgValues.prepareValue(value)),
    name: name === undefined ? '' : NAME_PREFIX + name,
  }
}

// Without names, which no connection behind a pooler keeps.
const BEGIN = toWire(trusted('begin read only'), undefined)
const COMMIT = toWire(trusted('commit'), undefined)
const DESCRIBE_AND_EXECUTE = Buffer.concat([
  serialize.describe({ type: 'P' }),
  serialize.execute({}),
])
const SYNC = serialize.sync()

/** The texts of the statements that a connection has parsed, by their names. */
type Parsed = Map<string, string>
const parsedBy = new WeakMap<pg.Connection, Parsed>()

type Done = (error: Error | undefined, results: unknown) => void

/**
 * A query of the library that writes statements up to one common Sync: PostgreSQL runs them in one transaction
 * without being told, which saves `begin`, `commit` and their answers. The library reads the results, as it does for a
 * text of several statements.
 */
class Statements extends pg.Query {
  readonly #statements: readonly WireStatement[]
  #parsed: Parsed = new Map()

  constructor(statements: readonly WireStatement[], done: Done) {
    super({ text: '' }, (error, results: unknown) => {
      // Undeclared in its types: the library passes null for no error.
      const failure = error instanceof Error ? error : undefined
      // After an error nobody knows which statements the connection has, so each is parsed again.
      if (failure !== undefined) this.#parsed.clear()
      done(failure, results)
    })
    this.#statements = statements
  }

  override readonly submit = (connection: pg.Connection): void => {
    this.#parsed = parsedBy.get(connection) ?? new Map<string, string>()
    parsedBy.set(connection, this.#parsed)
    const messages = this.#statements.flatMap((statement) => this.#messagesOf(statement))
    // In one piece: the library's own methods write each message on its own, which takes longer than to copy them.
    if (connection.stream.writable) connection.stream.write(Buffer.concat([...messages, SYNC]))
  }

  #messagesOf({ name, text, values }: WireStatement): readonly Buffer[] {
    const bound = [serialize.bind({ statement: name, values: [...values] }), DESCRIBE_AND_EXECUTE]
    if (name !== '' && this.#parsed.get(name) === text) return bound
    const parse = serialize.parse({ name, text, types: [] })
    if (name === '') return [parse, ...bound]
    this.#parsed.set(name, text)
    // There may be a statement that is no longer known; closing one that does not exist does no harm.
    return [serialize.close({ type: 'S', name }), parse, ...bound]
  }
}
