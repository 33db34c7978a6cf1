import { hearShards, type ShardStatement } from '@oficina/testkit/shard-notices.ts'

export interface ShardWatch {
  /** The statements since the last time that asked a part of a table. */
  take(): readonly ShardStatement[]
  stop(): void
}

/** Notes what the coordinator of a cluster sends to the nodes for each statement of this process. */
export function shardWatch(): ShardWatch {
  let found: ShardStatement[] = []
  const stop = hearShards(['chat'], (statement) => found.push(statement))
  return {
    take: () => {
      const taken = found
      found = []
      return taken
    },
    stop,
  }
}
