import type { Clock } from '@oficina/kit/clock.ts'

import { rateLimitHit, type RateState } from '../tenancy/api-error.ts'

interface Window {
  readonly startMs: number
  /** The count of all processes together when it was last shared. */
  shared: number
  /** What this process has counted since. */
  own: number
  /** What the others are being told, and the statement after it, which calls join meanwhile. */
  telling?: Promise<number | undefined>
  next?: Promise<Told | undefined>
}

/** The sum of all processes with the calls of one statement, and how many those were. */
interface Told {
  readonly sum: number
  readonly used: number
}

/** Calls of a key that other processes do not know about yet. */
export interface OwnCount {
  readonly name: string
  readonly startMs: number
  readonly used: number
}

const MAX_KEYS = 100_000
// What a process may count of a key before it tells the others: a twentieth of the limit.
const UNTOLD_PARTS = 20
// From here on each call is told at once. It leaves room for what eight processes have not told yet.
const NEAR_LIMIT = 0.6
// This many keys are shared at a time; the others follow.
const MAX_SHARED = 5_000

/** Adds to the counts of all processes; gives the new sum, or undefined where nobody else counts. */
export type AddToAll = (count: OwnCount) => Promise<number | undefined>

/**
 * A limit on the calls of each key in an interval, for all processes together. Each counts its own calls and shares
 * the counts every second; a key that is used much is shared sooner, and near its limit with each call.
 * @source docs/decisions/0304-chat-limits.md
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>()
  readonly #unshared = new Set<string>()
  readonly #limit: number
  readonly #windowMs: number
  readonly #now: Clock
  #addToAll: AddToAll = () => Promise.resolve(undefined)

  constructor(limit: number, windowMs: number, now: Clock) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#now = now
  }

  /** From now on there may be other processes. */
  shareWith(addToAll: AddToAll): void {
    this.#addToAll = addToAll
  }

  /** @throws ApiError RATE_LIMIT_HIT saying how long to wait */
  async use(key: string): Promise<RateState> {
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
    const used = await this.#sumOf(key, window)
    const endMs = startMs + this.#windowMs
    const state = {
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - used),
      resetSeconds: Math.ceil(endMs / 1000),
    }
    if (used <= this.#limit) return state
    throw rateLimitHit((endMs - nowMs) / 1000, state)
  }

  /** What all processes have counted, as far as it is known or must be. */
  async #sumOf(key: string, window: Window): Promise<number> {
    const known = window.shared + window.own
    // Whoever is refused anyhow costs the database nothing.
    if (known > this.#limit) return known
    const isNear = known > this.#limit * NEAR_LIMIT
    const isFew = window.own < Math.max(1, this.#limit / UNTOLD_PARTS)
    if (!isNear && isFew && window.telling === undefined) return known
    const place = window.own
    window.next ??= this.#tellNext(key, window)
    const told = await window.next
    // Those of one statement that came later are not before this one.
    return told === undefined ? known : told.sum - Math.max(0, told.used - place)
  }

  /**
   * Tells what is untold once that which is being told was heard: calls that come all at once share a statement, and
   * none passes by what another process may have used up meanwhile.
   */
  async #tellNext(key: string, window: Window): Promise<Told | undefined> {
    await window.telling
    delete window.next
    const { own, startMs } = window
    window.own = 0
    window.shared += own
    const telling = this.#addToAll({ name: key, startMs, used: own })
    window.telling = telling
    const sum = await telling
    if (window.telling === telling) delete window.telling
    if (sum === undefined) {
      // Nobody took it, so it is still to be told.
      window.own += own
      window.shared -= own
      return undefined
    }
    window.shared = Math.max(window.shared, sum)
    return { sum, used: own }
  }

  /** What is to be added to the counts of all processes. */
  takeOwn(): readonly OwnCount[] {
    const own: OwnCount[] = []
    for (const key of this.#unshared) {
      if (own.length >= MAX_SHARED) break
      const window = this.#windows.get(key)
      // Calls that wait to be told find their place among all by the statement that tells them.
      if (window?.next !== undefined) continue
      this.#unshared.delete(key)
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
