// More than come while an answer is on its way; whoever asked longer ago trusts the answer.
const MAX_NOTED = 2_000

/** Which messages changed lately, so that an answer that was on its way meanwhile does not bring back what they were. */
export class ChangesSince {
  /** Ids in the order of their latest change, with its number. */
  readonly #changes = new Map<number, number>()
  #last = 0

  now(): number {
    return this.#last
  }

  note(ids: readonly number[]): void {
    this.#last += 1
    for (const id of ids) {
      this.#changes.delete(id)
      this.#changes.set(id, this.#last)
    }
    for (const id of this.#changes.keys()) {
      if (this.#changes.size <= MAX_NOTED) break
      this.#changes.delete(id)
    }
  }

  /** Whether a message has changed since `then`, which `now` answered. */
  has(id: number, then: number): boolean {
    return (this.#changes.get(id) ?? 0) > then
  }
}
