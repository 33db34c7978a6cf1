/** How far something is that is done to many things. */
export interface EachProgress {
  readonly done: number
  readonly total: number
}

export interface EachFailure<T> {
  readonly item: T
  readonly error: unknown
}

// The service has other callers, too.
const AT_ONCE = 4

/** Does something to each item, a few at once, and goes on behind failures. @returns the failures */
export async function runEach<T>(
  items: readonly T[],
  act: (item: T) => Promise<void>,
  onProgress: (progress: EachProgress) => void,
): Promise<readonly EachFailure<T>[]> {
  const failures: EachFailure<T>[] = []
  const waiting = [...items]
  const state = { done: 0 }
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await act(item)
      } catch (error) {
        failures.push({ item, error })
      }
      state.done += 1
      onProgress({ done: state.done, total: items.length })
    }
  }
  onProgress({ done: 0, total: items.length })
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failures
}
