import type { Database } from '@oficina/kit/database.ts'
import type { Sql } from '@oficina/kit/sql.ts'
import pg from 'pg'

export interface Answers {
  readonly opened: readonly unknown[]
  readonly rows: readonly unknown[]
}

/**
 * Two statements in one write to the connection, one wait for it and one transaction: what `opening` sets for the
 * transaction binds `statement` and ends with it. Both only read.
 */
export async function readInOneTrip(
  database: Database,
  opening: Sql,
  statement: Sql,
): Promise<Answers> {
  // The pool's clients have their connection, which the types of the library do not tell.
  const client = (await database.pool.connect()) as PipelinedClient
  const first = namedQuery(opening, opening.name)
  const second = namedQuery(statement, statement.name ?? database.statements.nameOf(statement.text))
  return isParsed(client, first) && isParsed(client, second)
    ? await readTogether(client, first, second)
    : await readInBlock(client, first, second)
}

interface ParsingConnection extends pg.Connection {
  readonly parsedStatements: Readonly<Record<string, string>>
}
type PipelinedClient = pg.PoolClient & { readonly connection: ParsingConnection }

function namedQuery({ text, values }: Sql, name: string | undefined): pg.QueryConfig {
  return { text, values: [...values], ...(name === undefined ? {} : { name }) }
}

function isParsed({ connection }: PipelinedClient, { name, text }: pg.QueryConfig): boolean {
  return name !== undefined && connection.parsedStatements[name] === text
}

/**
 * Statements that the connection has parsed before: run one behind the other up to one common Sync, PostgreSQL takes
 * them for one transaction without being told, which saves its `begin` and `commit` and their answers.
 * @source docs/decisions/0201-erp-listing.md
 */
async function readTogether(
  client: PipelinedClient,
  opening: pg.QueryConfig,
  statement: pg.QueryConfig,
): Promise<Answers> {
  const { stream } = client.connection
  try {
    const answers = await new Promise<Answers>((resolve, reject) => {
      const first = new pg.Query(opening)
      const second = new pg.Query(statement, (error, results: unknown) => {
        // Without a declared type the library gives an error as a nullable value.
        if (error instanceof Error) return reject(error)
        // One result for each of the two statements, in their order; something else if they never left.
        const [opened, read] = Array.isArray(results) ? (results as readonly pg.QueryResult[]) : []
        if (opened === undefined || read === undefined) return reject(new Error('no answer'))
        resolve({ opened: opened.rows, rows: read.rows })
      })
      const submitSecond = second.submit.bind(second)
      second.submit = (connection) => {
        first.submit(withoutSync(connection))
        return submitSecond(connection)
      }
      stream.cork()
      client.query(second)
      stream.uncork()
    })
    client.release()
    return answers
  } catch (error) {
    // What the server refused is over and rolled back; after anything else the connection's state is unknown.
    client.release(!(error instanceof pg.DatabaseError))
    throw error
  }
}

function withoutSync(connection: pg.Connection): pg.Connection {
  // All of the connection but its Sync.
  return Object.create(connection, { sync: { value: () => undefined } }) as pg.Connection
}

/** The first time on a connection, which parses the statements: between `begin` and `commit`. */
async function readInBlock(
  client: PipelinedClient,
  opening: pg.QueryConfig,
  statement: pg.QueryConfig,
): Promise<Answers> {
  const { stream } = client.connection
  // The statements are written one by one; held back, they leave as one packet.
  stream.cork()
  const sent = Promise.allSettled([
    client.query('begin read only'),
    client.query(opening),
    client.query(statement),
    client.query('commit'),
  ])
  stream.uncork()
  const [begun, opened, read, committed] = await sent
  const failed = [begun, opened, read, committed].find(({ status }) => status === 'rejected')
  // A commit that fails leaves the connection in an unknown state: it is closed, not returned.
  client.release(committed.status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  if (opened.status === 'rejected' || read.status === 'rejected') throw new Error('no answer')
  return { opened: opened.value.rows, rows: read.value.rows }
}
