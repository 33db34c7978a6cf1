import { batch, signal, type Signal } from '@preact/signals'

/**
 * A map whose reads subscribe: `get` to one key, everything that goes through all of them to any change. Writes that belong
 * together go into `batch`, as all events of one poll do.
 */
export class Table<K, V> {
  readonly #rows = new Map<K, V>()
  readonly #keys = new Map<K, Signal<number>>()
  readonly #version = signal(0)

  get(key: K): V | undefined {
    void this.#watched(key).value
    return this.#rows.get(key)
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  /** Without subscribing. */
  peek(key: K): V | undefined {
    return this.#rows.get(key)
  }

  get size(): number {
    void this.#version.value
    return this.#rows.size
  }

  values(): readonly V[] {
    void this.#version.value
    return [...this.#rows.values()]
  }

  entries(): readonly (readonly [K, V])[] {
    void this.#version.value
    return [...this.#rows]
  }

  /** All rows without subscribing and without a copy: for loops over many. */
  peekAll(): ReadonlyMap<K, V> {
    return this.#rows
  }

  /** Subscribes to any change, without reading. */
  watch(): number {
    return this.#version.value
  }

  set(key: K, value: V): void {
    this.#rows.set(key, value)
    this.#touch(key)
  }

  /** Changes a row, if there is one. */
  update(key: K, change: (row: V) => V): void {
    const row = this.#rows.get(key)
    if (row !== undefined) this.set(key, change(row))
  }

  delete(key: K): boolean {
    if (!this.#rows.delete(key)) return false
    this.#touch(key)
    return true
  }

  /** These rows and no others. */
  replace(rows: Iterable<readonly [K, V]>): void {
    batch(() => {
      this.#rows.clear()
      for (const [key, value] of rows) this.#rows.set(key, value)
      for (const watched of this.#keys.values()) watched.value += 1
      this.#version.value += 1
    })
  }

  #touch(key: K): void {
    batch(() => {
      const watched = this.#keys.get(key)
      if (watched !== undefined) watched.value += 1
      this.#version.value += 1
    })
  }

  #watched(key: K): Signal<number> {
    const known = this.#keys.get(key)
    if (known !== undefined) return known
    const version = signal(0, { unwatched: () => this.#keys.delete(key) })
    this.#keys.set(key, version)
    return version
  }
}
