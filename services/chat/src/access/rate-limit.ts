import type { Clock } from '@oficina/kit/clock.ts'

import { ApiError, type RateState } from '../errors.ts'

interface Window {
  startMs: number
  used: number
}

const MAX_KEYS = 100_000

/**
 * So many calls in a stretch of time for each key, counted by this process.
 * @source docs/decisions/0304-chat-limits.md
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>()
  readonly #limit: number
  readonly #windowMs: number
  readonly #now: Clock

  constructor(limit: number, windowMs: number, now: Clock) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#now = now
  }

  /** @throws ApiError RATE_LIMIT_HIT telling how long to wait */
  use(key: string): RateState {
    const nowMs = this.#now()
    let window = this.#windows.get(key)
    if (window === undefined || nowMs - window.startMs >= this.#windowMs) {
      if (this.#windows.size >= MAX_KEYS) this.#forgetOld(nowMs)
      window = { startMs: nowMs, used: 0 }
      this.#windows.set(key, window)
    }
    window.used += 1
    const endMs = window.startMs + this.#windowMs
    const state = {
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - window.used),
      resetSeconds: Math.ceil(endMs / 1000),
    }
    if (window.used <= this.#limit) return state
    const retryAfterSeconds = (endMs - nowMs) / 1000
    throw new ApiError(
      'RATE_LIMIT_HIT',
      'API usage exceeded rate limit',
      { 'retry-after': retryAfterSeconds },
      { retryAfterSeconds, rate: state },
    )
  }

  /** Gives a key its whole allowance back. */
  forget(key: string): void {
    this.#windows.delete(key)
  }

  #forgetOld(nowMs: number): void {
    for (const [key, { startMs }] of this.#windows) {
      if (nowMs - startMs >= this.#windowMs) this.#windows.delete(key)
    }
    if (this.#windows.size >= MAX_KEYS) this.#windows.clear()
  }
}
