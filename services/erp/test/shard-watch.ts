import pg from 'pg'

/** A statement that asked more than one part of a table, with what it sent to the first. */
interface FanOut {
  readonly table: string
  readonly sent: string
}

export interface ShardWatch {
  /** How many statements asked a part of a table. */
  asked(): number
  /** Those that asked several parts of one table, each once. */
  fanOuts(): readonly FanOut[]
  stop(): void
}

// As Citus names the part of a table.
const PART = /\b(?:public|oficina)\."?(\w+?)_(\d{5,})\b/g

/**
 * Notes what the coordinator of a cluster sends to the nodes for each statement of this process, functions and the parts
 * of a statement included: connections that open from now on are told so in notices.
 */
export function shardWatch(): ShardWatch {
  const found = new Map<string, FanOut>()
  const count = { asked: 0 }
  const listen = (client: Watched) => {
    let parts = new Map<string, Set<string>>()
    let sent = ''
    client.on('notice', ({ message = '' }) => {
      if (!message.startsWith('issuing ')) return
      for (const [, table = '', part = ''] of message.matchAll(PART)) {
        parts.set(table, (parts.get(table) ?? new Set()).add(part))
        if (sent === '') sent = message.slice('issuing '.length)
      }
    })
    const end = () => {
      if (parts.size > 0) count.asked += 1
      for (const [table, asked] of parts) {
        if (asked.size > 1) found.set(`${table} ${sent.replaceAll(/\d+/g, '0')}`, { table, sent })
      }
      parts = new Map()
      sent = ''
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
    asked: () => count.asked,
    fanOuts: () => [...found.values()],
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
