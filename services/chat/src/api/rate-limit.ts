import type { Clock } from '@oficina/kit/clock.ts'

import { rateLimitHit, type RateState } from '../tenancy/api-error.ts'

interface Window {
  readonly startMs: number
  /** The count of all processes together when it was last shared. */
  shared: number
  /** What this process has counted since. */
  own: number
}

/** Calls of a key that other processes do not know about yet. */
interface OwnCount {
  readonly name: string
  readonly startMs: number
  readonly used: number
}

const MAX_KEYS = 100_000
// This many keys are shared at a time; the others follow.
const MAX_SHARED = 5_000

/**
 * A limit on the calls of each key in an interval. Each process counts its own calls and shares the counts every
 * second, so the limit is exceeded by at most what the processes let through within that second.
 * @source docs/decisions/0304-chat-limits.md
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>()
  readonly #unshared = new Set<string>()
  readonly #limit: number
  readonly #windowMs: number
  readonly #now: Clock

  constructor(limit: number, windowMs: number, now: Clock) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#now = now
  }

  /** @throws ApiError RATE_LIMIT_HIT saying how long to wait */
  use(key: string): RateState {
    const nowMs = this.#now()
    // The same intervals in every process.
    const startMs = nowMs - (nowMs % this.#windowMs)
    let window = this.#windows.get(key)
    if (window?.startMs !== startMs) {
      if (this.#windows.size >= MAX_KEYS) this.#forgetOld(startMs)
      window = { startMs, shared: 0, own: 0 }
      this.#windows.set(key, window)
    }
    window.own += 1
    this.#unshared.add(key)
    const used = window.shared + window.own
    const endMs = startMs + this.#windowMs
    const state = {
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - used),
      resetSeconds: Math.ceil(endMs / 1000),
    }
    if (used <= this.#limit) return state
    throw rateLimitHit((endMs - nowMs) / 1000, state)
  }

  /** What is to be added to the counts of all processes. */
  takeOwn(): readonly OwnCount[] {
    const own: OwnCount[] = []
    for (const key of this.#unshared) {
      if (own.length >= MAX_SHARED) break
      this.#unshared.delete(key)
      const window = this.#windows.get(key)
      if (window === undefined || window.own === 0) continue
      own.push({ name: key, startMs: window.startMs, used: window.own })
      window.shared += window.own
      window.own = 0
    }
    return own
  }

  /** Takes over the counts of all processes together. */
  learn({ name, startMs, used }: OwnCount): void {
    const window = this.#windows.get(name)
    if (window?.startMs === startMs) window.shared = used
  }

  #forgetOld(startMs: number): void {
    for (const [key, window] of this.#windows) {
      if (window.startMs !== startMs) this.#windows.delete(key)
    }
    if (this.#windows.size >= MAX_KEYS) this.#windows.clear()
  }
}
