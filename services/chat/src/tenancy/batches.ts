import { isUnavailable } from '@oficina/kit/database.ts'

import { serverBusy } from './api-error.ts'

/** Does what several callers want in one go, all or none; the answers come in the order of the wishes. */
type Work<T, R> = (batch: readonly T[]) => Promise<readonly R[]>

interface Waiting<T, R> {
  readonly item: T
  readonly work: Work<T, R>
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

interface Lane<T, R> {
  readonly waiting: Waiting<T, R>[]
  running: number
  isWoken: boolean
}

// One batch is with the database while the next one collects; more at a time would only be smaller.
const MAX_RUNNING = 2
const MAX_BATCH = 50
const MAX_WAITING = 5_000

/**
 * Does things that are wanted at the same time together: nothing waits for others to arrive, but what has to wait for
 * the database shares the next statement or transaction. One item's error does not affect the others.
 * @source docs/decisions/0308-chat-sending.md
 */
export class Batches<T, R> {
  readonly #lanes = new Map<string | number, Lane<T, R>>()

  /** Only items of the same lane go together; `work` is done for this item and those that wait with it. */
  async add(lane: string | number, item: T, work: Work<T, R>): Promise<R> {
    const own = this.#lanes.get(lane) ?? { waiting: [], running: 0, isWoken: false }
    this.#lanes.set(lane, own)
    if (own.waiting.length >= MAX_WAITING) {
      throw serverBusy('The server is too busy; try again')
    }
    return await new Promise((resolve, reject) => {
      own.waiting.push({ item, work, resolve, reject })
      this.#wake(lane, own)
    })
  }

  /** After everything that has arrived by now was read, which costs no wait. */
  #wake(name: string | number, lane: Lane<T, R>): void {
    if (lane.isWoken || lane.running >= MAX_RUNNING) return
    lane.isWoken = true
    setImmediate(() => {
      lane.isWoken = false
      this.#drain(name, lane)
    })
  }

  #drain(name: string | number, lane: Lane<T, R>): void {
    while (lane.running < MAX_RUNNING && lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, MAX_BATCH)
      lane.running += 1
      void settle(batch).finally(() => {
        lane.running -= 1
        if (lane.waiting.length > 0) this.#wake(name, lane)
        else if (lane.running === 0 && !lane.isWoken) this.#lanes.delete(name)
      })
    }
  }
}

/**
 * Settles every item of a batch; after an error each is tried alone. The exception is an error caused by the
 * database's absence: the batch may have been committed just before, and must not be written twice.
 */
async function settle<T, R>(batch: readonly Waiting<T, R>[]): Promise<void> {
  const [first] = batch
  if (first === undefined) return
  try {
    const results = await first.work(batch.map(({ item }) => item))
    for (const [index, { resolve, reject }] of batch.entries()) {
      if (index < results.length) resolve(results[index] as R)
      else reject(new Error('an item of a batch was left out'))
    }
  } catch (error) {
    if (batch.length === 1 || isUnavailable(error)) batch.forEach(({ reject }) => reject(error))
    else for (const one of batch) await settle([one])
  }
}
