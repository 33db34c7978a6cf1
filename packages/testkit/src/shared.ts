import { setTimeout as pause } from 'node:timers/promises'

// The next file of a process asks within milliseconds; what nobody uses keeps the process from ending.
const LINGER_MS = 1_000

/** What a file of tests has of something that its whole process shares. */
export interface Share<T> {
  readonly value: T
  readonly giveBack: () => void
}

/**
 * Something that takes long to begin, once for all test files of a process: the first who asks begins it, and it ends by
 * itself soon after the last who asked has given it back. One that could not begin is tried again by the next who asks.
 */
export function shared<T>(
  begin: () => Promise<T>,
  end: (value: T) => Promise<void>,
): () => Promise<Share<T>> {
  const held: { begun?: Promise<T> | undefined; users: number; rest?: AbortController } = {
    users: 0,
  }
  const leave = async () => {
    held.users -= 1
    if (held.users > 0) return
    const rest = new AbortController()
    held.rest = rest
    try {
      await pause(LINGER_MS, undefined, { signal: rest.signal })
    } catch {
      // Somebody asked meanwhile.
      return
    }
    const begun = held.begun
    held.begun = undefined
    if (begun !== undefined) await end(await begun)
  }
  return async () => {
    held.rest?.abort()
    held.users += 1
    const begun = (held.begun ??= begin())
    try {
      const value = await begun
      return { value, giveBack: () => void leave() }
    } catch (error) {
      held.users -= 1
      if (held.begun === begun) held.begun = undefined
      throw error
    }
  }
}
