import { hearShards } from '@oficina/testkit/shard-notices.ts'

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

/** Notes what the coordinator of a cluster sends to the nodes for each statement of this process. */
export function shardWatch(): ShardWatch {
  const found = new Map<string, FanOut>()
  let asked = 0
  const stop = hearShards(['public', 'oficina'], ({ parts, sent }) => {
    asked += 1
    for (const [table, numbers] of parts) {
      if (numbers.size > 1) found.set(`${table} ${sent.replaceAll(/\d+/g, '0')}`, { table, sent })
    }
  })
  return { asked: () => asked, fanOuts: () => [...found.values()], stop }
}
