import { setTimeout as pause } from 'node:timers/promises'

const BETWEEN_CALLS_MS = 10

/**
 * Calls again and again until it is over, at most a hundred times a second: as fast as can be, a load takes the processors
 * from what is killed and started under it, which makes a test longer and proves no more.
 */
export async function steadily(isOver: () => boolean, call: () => Promise<unknown>): Promise<void> {
  while (!isOver()) {
    await call()
    await pause(BETWEEN_CALLS_MS)
  }
}
