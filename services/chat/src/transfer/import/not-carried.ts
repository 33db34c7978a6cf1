/** What an import leaves behind, with how often: told to whoever runs it. */
export class NotCarried {
  readonly #counts = new Map<string, number>()

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count)
  }

  /** The most frequent first. */
  list(): readonly (readonly [what: string, count: number])[] {
    return [...this.#counts].toSorted(([, a], [, b]) => b - a)
  }
}
