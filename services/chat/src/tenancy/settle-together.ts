/**
 * The results of all promises, as with `Promise.all`, but an error is thrown only after all have ended. Otherwise
 * statements of a transaction would go on after its end, on a connection that somebody else uses by then.
 */
export async function settleTogether<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(work)
  return await Promise.all(work)
}
