/** A map of so many entries at most; the one used longest ago makes room, where reading is using. */
export class RecentMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    // A map keeps the order in which entries came.
    if (value !== undefined) this.#renew(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#renew(key, value)
    const oldest = this.#entries.keys().next()
    if (this.#entries.size > this.#max && oldest.done !== true) this.#entries.delete(oldest.value)
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }

  #renew(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }
}
