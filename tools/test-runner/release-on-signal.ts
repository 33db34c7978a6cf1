import { endDescendants, type RunningProcess } from './descendants.ts'

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/** What must be stopped properly. */
export interface Held {
  /** Processes that `release` stops. */
  kept: readonly RunningProcess[]
  release: () => Promise<void>
}

/**
 * Runs `work` and then releases what it holds. A signal meanwhile first ends everything that this process has started,
 * directly and indirectly, and then this process.
 */
export async function endingAll<T>(work: (held: Held) => Promise<T>): Promise<T> {
  const held: Held = { kept: [], release: async () => {} }
  const told = Promise.withResolvers<never>()
  const end = (signal: keyof typeof EXIT_CODES) => {
    // A second signal finds no handler and ends this process at once.
    for (const name of names) process.off(name, end)
    endDescendants(held.kept)
      .then(held.release)
      .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
      .finally(() => process.exit(EXIT_CODES[signal]))
    isEnding = true
  }
  const names = ['SIGINT', 'SIGTERM'] as const
  let isEnding = false
  for (const name of names) process.on(name, end)
  try {
    return await work(held)
  } finally {
    // Work ends early when its processes do; what it holds must be released all the same.
    if (isEnding) await told.promise
    for (const name of names) process.off(name, end)
    await held.release()
  }
}
