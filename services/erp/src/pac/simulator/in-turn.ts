/** Runs what it is given one after another, so that what one looked up still holds when it writes. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const mine = last.then(work, work)
    // The next one waits for its end, however it ends; its error is for whoever asked.
    last = mine.catch(() => undefined)
    return await mine
  }
}
