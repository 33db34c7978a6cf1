type Work = (lock: { readonly name: string } | null) => unknown

/**
 * `navigator.locks` of a browser in which this page is the only tab: nobody else holds a lock, so each is given at once.
 * What this page holds is told.
 */
export function ownLocks() {
  const held = new Set<{ readonly name: string }>()
  return {
    query: async () => ({ held: [...held], pending: [] }),
    request: async (name: string, ...rest: readonly [Work] | readonly [object, Work]) => {
      const work = rest.length === 1 ? rest[0] : rest[1]
      const lock = { name }
      held.add(lock)
      try {
        return await work(lock)
      } finally {
        held.delete(lock)
      }
    },
  }
}
