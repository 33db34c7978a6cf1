import pg from 'pg'

/** What one statement of this process asked of the nodes of a cluster. */
export interface ShardStatement {
  /** The tables, each with the numbers of its parts that were asked: at least one. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>
  /** What was sent to the first part. */
  readonly sent: string
}

/**
 * Hears what the coordinator of a Citus cluster sends to the nodes for each statement of this process, functions and
 * subqueries included: connections that open from now on are told so in notices.
 * @param schemas those of the tables that count
 * @returns what ends it
 */
export function hearShards(
  schemas: readonly string[],
  onStatement: (statement: ShardStatement) => void,
): () => void {
  // As Citus names the part of a table.
  const part = new RegExp(String.raw`\b(?:${schemas.join('|')})\."?(\w+?)_(\d{5,})\b`, 'g')
  const connect = Reflect.get(pg.Client.prototype, 'connect')
  const heard = function heard(this: Watched, ...args: readonly unknown[]): unknown {
    const parameters = this.connectionParameters
    parameters.options = `${parameters.options ?? ''} -c citus.log_remote_commands=on`
    hearStatements(this, part, onStatement)
    return Reflect.apply(connect, this, args)
  }
  Reflect.set(pg.Client.prototype, 'connect', heard)
  return () => {
    Reflect.set(pg.Client.prototype, 'connect', connect)
  }
}

function hearStatements(
  client: Watched,
  part: RegExp,
  onStatement: (statement: ShardStatement) => void,
): void {
  let parts = new Map<string, Set<string>>()
  let sent = ''
  client.on('notice', ({ message = '' }) => {
    if (!message.startsWith('issuing ')) return
    for (const [, table = '', number = ''] of message.matchAll(part)) {
      parts.set(table, (parts.get(table) ?? new Set()).add(number))
      if (sent === '') sent = message.slice('issuing '.length)
    }
  })
  const end = () => {
    if (parts.size > 0) onStatement({ parts, sent })
    parts = new Map()
    sent = ''
  }
  for (const name of ['commandComplete', 'errorMessage']) client.connection.on(name, end)
}

// Undeclared in the library's types.
interface Watched extends pg.Client {
  readonly connection: pg.Connection
  readonly connectionParameters: { options?: string }
}
