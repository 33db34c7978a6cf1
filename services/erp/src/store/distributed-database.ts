import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

/** Whose rows its transactions read and write: those of one company each, or of all. */
type Sees = 'one company' | 'all companies'

// A transaction that asks several nodes at once could not change a table that all of them have afterwards.
const ONE_BY_ONE = sql`set local citus.multi_shard_modify_mode = 'sequential'`

const distributed = new WeakSet<Database>()

/** Whether Citus distributes the database over machines. */
export function isDistributed(database: Database): boolean {
  return distributed.has(database)
}

/**
 * The same database, for one that Citus distributes: statements that Citus would carry out by COPY, which row-level
 * security refuses, are sent in a form that it carries out by INSERT.
 * @source docs/decisions/0270-erp-citus.md
 */
export function distributedDatabase(database: Database, sees: Sees): Database {
  const wrapped: Database = {
    ...database,
    ...fitted(database),
    transaction: (work, options) =>
      database.transaction(async (tx) => {
        const opened = sees === 'all companies' ? tx.execute(ONE_BY_ONE) : undefined
        // It leaves together with the first statement, and fails only if the connection does.
        opened?.catch(() => undefined)
        return await work(fitted(tx))
      }, options),
  }
  distributed.add(wrapped)
  return wrapped
}

function fitted(tx: Tx): Tx {
  return {
    query: <T>(statement: Sql) => tx.query<T>(forCitus(statement)),
    execute: (statement) => tx.execute(forCitus(statement)),
  }
}

/** What inserts what a query selects returns something: then Citus inserts rows instead of copying them. */
function forCitus(statement: Sql): Sql {
  const { name, text, values } = statement
  if (!/insert\s/i.test(text)) return statement
  return { name, text: returningInserts(text), values }
}

const WORD = /'(?:[^']|'')*'|"[^"]*"|[()]|\b(?:insert\s+into|select|returning|on\s+conflict)\b/gi

/** What is said in one pair of parentheses, those inside of it left out. */
interface Part {
  isInsert: boolean
  selects: boolean
  saysMore: boolean
}

function returningInserts(text: string): string {
  const ends: number[] = []
  const around: Part[] = []
  let part = newPart()
  const end = (at: number) => {
    if (part.isInsert && part.selects && !part.saysMore) ends.push(at)
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (word === '(') {
      around.push(part)
      part = newPart()
    } else if (word === ')') {
      end(index)
      part = around.pop() ?? newPart()
    } else note(part, word)
  }
  end(text.length)
  return ends.reduceRight((all, at) => `${all.slice(0, at)} returning 1${all.slice(at)}`, text)
}

function newPart(): Part {
  return { isInsert: false, selects: false, saysMore: false }
}

function note(part: Part, word: string): void {
  const [first] = word.toLowerCase().split(/\s/)
  if (first === 'insert') part.isInsert = true
  else if (first === 'select') part.selects = true
  else if (first === 'returning' || first === 'on') part.saysMore = true
}
