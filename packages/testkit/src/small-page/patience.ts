import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'

import { PATIENCE_MS } from '../eventually.ts'

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [2, 40]

/**
 * Looks until there is something else than undefined: at once, then ever more rarely, since a page of this process is
 * mostly ready within milliseconds.
 * @param why what is told when it never comes, asked at the end
 */
export async function until<T>(look: () => T | undefined, why: () => string): Promise<T> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const seen = look()
    if (seen !== undefined) return seen
    if (patience.aborted) throw new Error(why())
    await pause(wait)
  }
}

/** Lets a page draw what it has and run what follows from that, as it has done before the next key of a person. */
export async function drawn(): Promise<void> {
  // What changed is drawn in a microtask; effects come a frame and a timer later, and what they change is drawn again.
  for (let round = 0; round < 2; round += 1) {
    await turn()
    await pause(1)
  }
}
