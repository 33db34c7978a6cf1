import { setTimeout as pause } from 'node:timers/promises'

/** How long a test waits for anything. Two processors shared with many others: what takes a second alone may take a minute. */
export const PATIENCE_MS = 120_000
const LOOK_AGAIN_MS = 20
// A look is often a request: fifty a second for half a minute would take more of the processors than what is waited for.
const LOOK_AGAIN_LATE_MS = 200
const LATER_BY = 1 / 25

/**
 * Waits for a condition that nothing announces: polls until `look` gives something other than undefined, false or an
 * error, for at most two minutes; the longer it takes the more seldom, so that a twenty-fifth of the wait is lost.
 * @throws Error saying that `what` did not happen, with the last error of `look` as its cause
 */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
): Promise<Exclude<T, undefined | false>> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const beganMs = performance.now()
  for (;;) {
    const seen = await attempt(look)
    // Only what is neither undefined nor false is handed back, which the type cannot follow through the union.
    if (seen.value !== undefined && seen.value !== false)
      return seen.value as Exclude<T, undefined | false>
    if (patience.aborted) throw new Error(`it did not happen: ${what}`, { cause: seen.error })
    const later = (performance.now() - beganMs) * LATER_BY
    await pause(Math.min(LOOK_AGAIN_LATE_MS, Math.max(LOOK_AGAIN_MS, later)))
  }
}

async function attempt<T>(
  look: () => T | Promise<T>,
): Promise<{ readonly value?: T; readonly error?: unknown }> {
  try {
    return { value: await look() }
  } catch (error) {
    return { error }
  }
}
