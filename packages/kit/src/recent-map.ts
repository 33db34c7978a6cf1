/**
 * A map with a limit on its entries, or on their total weight. The least recently used ones are dropped; reading counts
 * as use. The newest one stays, whatever it weighs.
 */
export class RecentMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #max: number
  readonly #weightOf: (value: V) => number
  #weight = 0

  constructor(max: number, weightOf: (value: V) => number = () => 1) {
    this.#max = max
    this.#weightOf = weightOf
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    // A map keeps the order in which entries came.
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#weight += this.#weightOf(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#max || oldest === key) break
      this.delete(oldest)
    }
  }

  delete(key: K): void {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#weight -= this.#weightOf(value)
    this.#entries.delete(key)
  }
}
