import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does work that pauses now and then, so that the thread answers others meanwhile. @throws what the work throws */
export async function inSteps<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await nextTurn()
    signal?.throwIfAborted()
  }
}
