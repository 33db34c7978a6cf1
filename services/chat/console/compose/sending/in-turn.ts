/** What was begun last of each kind and has not ended. */
const last = new Map<string, Promise<unknown>>()

/**
 * Begins some work once all that was begun before it with the same key has ended, since two requests at once may reach the
 * service in any order. The work tells by its value how it went, and never rejects.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key)
  const now = before === undefined ? work() : before.then(work)
  last.set(key, now)
  try {
    return await now
  } finally {
    if (last.get(key) === now) last.delete(key)
  }
}
