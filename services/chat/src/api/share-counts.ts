import type { Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import { addCalls } from '../tenancy/store/count-store.ts'
import type { OwnCount, RateLimiter } from './rate-limit.ts'

const SHARE_MS = 1_000

interface Sharing {
  readonly database: Tx
  readonly log: Log
  /** A process that is alone needs nobody's counts. */
  readonly hasPeers: () => boolean
}

/** Adds up what the processes have counted: regularly, and where a limit is near. */
export function startSharing(
  { database, log, hasPeers }: Sharing,
  limiters: readonly (RateLimiter | null)[],
): { readonly stop: () => void } {
  const add = async (count: OwnCount): Promise<number | undefined> => {
    if (!hasPeers()) return undefined
    try {
      const [sum] = await addCalls(database, [count])
      return sum?.used
    } catch (error) {
      log.warn({ err: error }, 'sharing the count of a call failed')
      return undefined
    }
  }
  for (const limiter of limiters) limiter?.shareWith(add)
  const shareAll = async () => {
    for (const limiter of limiters) if (limiter !== null) await shareCalls(database, limiter)
  }
  const state = { isRunning: false }
  const timer = setInterval(() => {
    if (state.isRunning || !hasPeers()) return
    state.isRunning = true
    shareAll()
      .catch((error: unknown) => log.warn({ err: error }, 'sharing the counts of calls failed'))
      .finally(() => {
        state.isRunning = false
      })
  }, SHARE_MS).unref()
  return { stop: () => clearInterval(timer) }
}

/** Adds what one process has counted, and takes over the total. */
export async function shareCalls(database: Tx, limiter: RateLimiter): Promise<void> {
  const own = limiter.takeOwn()
  if (own.length === 0) return
  for (const count of await addCalls(database, own)) limiter.learn(count)
}
