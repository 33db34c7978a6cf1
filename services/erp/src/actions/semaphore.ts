export interface SemaphoreLimits {
  /** How many may hold a turn at the same time. */
  readonly atOnce: number
  /** How many more may wait for one. */
  readonly waiting: number
  /** How long one waits, in milliseconds. */
  readonly waitMs: number
}

/** Too many are waiting already, or no turn became free in time. */
export class SemaphoreFull extends Error {}

/**
 * Limits how many use something scarce, such as connections, at the same time; turns are given in the order of asking.
 */
export class Semaphore {
  readonly #limits: SemaphoreLimits
  readonly #waiting = new Set<() => void>()
  #taken = 0

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
  }

  /**
   * Waits for a turn; the returned function gives it back, and may be called more than once.
   * @throws SemaphoreFull; the signal's reason
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#taken < this.#limits.atOnce) this.#taken += 1
    else await this.#wait(signal)
    const state = { isTaken: true }
    return () => {
      if (state.isTaken) this.#passOn()
      state.isTaken = false
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#limits.waiting)
      throw new SemaphoreFull('too many wait for a turn')
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        this.#waiting.delete(begin)
      }
      const begin = () => {
        leave()
        resolve()
      }
      const giveUp = () => {
        leave()
        // Whoever aborts gives the reason.
        reject(
          signal.aborted
            ? (signal.reason as Error)
            : new SemaphoreFull('waited too long for a turn'),
        )
      }
      const timer = setTimeout(giveUp, this.#limits.waitMs)
      signal.addEventListener('abort', giveUp)
      this.#waiting.add(begin)
    })
  }

  #passOn(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#taken -= 1
    else next()
  }
}
