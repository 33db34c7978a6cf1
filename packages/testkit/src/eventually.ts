import { setTimeout as pause } from 'node:timers/promises'

/** How long a test waits for anything. Two processors shared with many others: what takes a second alone may take a minute. */
export const PATIENCE_MS = 120_000
const LOOK_AGAIN_MS = 20

/**
 * Waits for a condition that nothing announces: polls until `look` gives something other than undefined, false or an
 * error, for at most two minutes.
 * @throws Error saying that `what` did not happen, with the last error of `look` as its cause
 */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
): Promise<Exclude<T, undefined | false>> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  for (;;) {
    const seen = await attempt(look)
    // Only what is neither undefined nor false is handed back, which the type cannot follow through the union.
    if (seen.value !== undefined && seen.value !== false)
      return seen.value as Exclude<T, undefined | false>
    if (patience.aborted) throw new Error(`it did not happen: ${what}`, { cause: seen.error })
    await pause(LOOK_AGAIN_MS)
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
