/** What an import leaves behind, with how often: told to whoever runs it. */
export class NotCarried {
  readonly #counts: Map<string, number>

  constructor(counts: Readonly<Record<string, number>> = {}) {
    this.#counts = new Map(Object.entries(counts))
  }

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count)
  }

  /** What both leave behind. */
  with(other: NotCarried): NotCarried {
    const both = new NotCarried(this.counts())
    for (const [what, count] of other.#counts) both.add(what, count)
    return both
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts)
  }

  /** The most frequent first. */
  list(): readonly (readonly [what: string, count: number])[] {
    return [...this.#counts].toSorted(([, a], [, b]) => b - a)
  }
}
