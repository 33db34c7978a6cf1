/** A time limit, in milliseconds, that is paused while the limited work is paused. */
export class PausableTimeLimit {
  readonly #onEnd: () => void
  #leftMs: number
  #startedMs = 0
  #timer: NodeJS.Timeout | undefined

  /** Starts at once; `onEnd` is called when it has run for `limitMs`. */
  constructor(limitMs: number, onEnd: () => void) {
    this.#leftMs = limitMs
    this.#onEnd = onEnd
    this.resume()
  }

  pause(): void {
    if (this.#timer === undefined) return
    this.#leftMs -= performance.now() - this.#startedMs
    this.end()
  }

  resume(): void {
    if (this.#timer !== undefined) return
    this.#startedMs = performance.now()
    this.#timer = setTimeout(this.#onEnd, Math.max(0, this.#leftMs))
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
