// Every name costs memory on every connection, so their number is limited; other texts are planned each time.
const MAX_NAMES = 300
const MAX_WATCHED = 5_000

/**
 * Names for recurring statements, so that a connection parses and plans them once. A text gets a name when it is seen
 * for the second time.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()
  readonly #maxNames: number

  constructor(maxNames = MAX_NAMES) {
    this.#maxNames = maxNames
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= this.#maxNames) return undefined
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= MAX_WATCHED) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    const name = `auto_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
