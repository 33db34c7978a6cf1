import pg from 'pg'

/** What one statement of the service sent to the parts of a table. */
interface Sent {
  /** The table, and the parts of it that were asked. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>
  /** What was sent to the first. */
  readonly first: string
}

export interface ShardWatch {
  /** The statements since the last time that asked a part of a table. */
  take(): readonly Sent[]
  stop(): void
}

// As Citus names the part of a table.
const PART = /\bchat\."?(\w+?)_(\d{5,})\b/g

/**
 * Notes what the coordinator of a cluster sends to the nodes for each statement of this process: connections that open
 * from now on are told so in notices.
 */
export function shardWatch(): ShardWatch {
  let found: Sent[] = []
  const listen = (client: Watched) => {
    let parts = new Map<string, Set<string>>()
    let first = ''
    client.on('notice', ({ message = '' }) => {
      if (!message.startsWith('issuing ')) return
      for (const [, table = '', part = ''] of message.matchAll(PART)) {
        parts.set(table, (parts.get(table) ?? new Set()).add(part))
        if (first === '') first = message.slice('issuing '.length)
      }
    })
    const end = () => {
      if (parts.size > 0) found.push({ parts, first })
      parts = new Map()
      first = ''
    }
    for (const name of ['commandComplete', 'errorMessage']) client.connection.on(name, end)
  }
  const connect = Reflect.get(pg.Client.prototype, 'connect')
  const heard = function heard(this: Watched, ...args: readonly unknown[]): unknown {
    const parameters = this.connectionParameters
    parameters.options = `${parameters.options ?? ''} -c citus.log_remote_commands=on`
    listen(this)
    return Reflect.apply(connect, this, args)
  }
  Reflect.set(pg.Client.prototype, 'connect', heard)
  return {
    take: () => {
      const taken = found
      found = []
      return taken
    },
    stop: () => {
      Reflect.set(pg.Client.prototype, 'connect', connect)
    },
  }
}

// Undeclared in the library's types.
interface Watched extends pg.Client {
  readonly connection: pg.Connection
  readonly connectionParameters: { options?: string }
}
