/**
 * What all of these give, as `Promise.all` does; but an error is told when all have ended. Statements of a transaction
 * would otherwise go on after its end, on a connection that is somebody else's by then.
 */
export async function settleTogether<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(work)
  return await Promise.all(work)
}
