/** What a load saw and what was found in the end. */
export interface Count {
  /** Requests that were answered as they should be, after retries. */
  readonly requests: number
  /** Answers that a client had to try again after, by status; `broken` are connections. */
  readonly retried: Readonly<Record<string, number>>
  /** Writes whose answer was lost, so that the client cannot know; and how many of them had happened. */
  readonly unanswered: number
  readonly unansweredButDone: number
  /** What a client gave up on, after all its retries. */
  readonly failed: number
  /** Acknowledged, and not there or not heard. */
  readonly lost: number
  readonly doubled: number
  /** Answers or rows that say something else than they should. */
  readonly wrong: number
  /** The first few of what failed, was lost, doubled or wrong. */
  readonly examples: readonly string[]
}

const MAX_EXAMPLES = 8

/** One load's notes; `sum` makes a table's row of several. */
export class Ledger {
  requests = 0
  unanswered = 0
  unansweredButDone = 0
  readonly retried = new Map<string, number>()
  readonly #found = { failed: 0, lost: 0, doubled: 0, wrong: 0 }
  readonly #examples: string[] = []

  retry(reason: string): void {
    this.retried.set(reason, (this.retried.get(reason) ?? 0) + 1)
  }

  note(kind: 'failed' | 'lost' | 'doubled' | 'wrong', what: string): void {
    this.#found[kind] += 1
    if (this.#examples.length < MAX_EXAMPLES) this.#examples.push(`${kind}: ${what.slice(0, 300)}`)
  }

  count(): Count {
    const { requests, unanswered, unansweredButDone } = this
    const retried = Object.fromEntries(this.retried)
    return {
      requests,
      retried,
      unanswered,
      unansweredButDone,
      ...this.#found,
      examples: this.#examples,
    }
  }
}

export function sum(counts: readonly Count[]): Count {
  const total = (of: (count: Count) => number) => counts.reduce((all, count) => all + of(count), 0)
  const retried: Record<string, number> = {}
  for (const count of counts) {
    for (const [reason, times] of Object.entries(count.retried)) {
      retried[reason] = (retried[reason] ?? 0) + times
    }
  }
  return {
    requests: total(({ requests }) => requests),
    retried,
    unanswered: total(({ unanswered }) => unanswered),
    unansweredButDone: total(({ unansweredButDone }) => unansweredButDone),
    failed: total(({ failed }) => failed),
    lost: total(({ lost }) => lost),
    doubled: total(({ doubled }) => doubled),
    wrong: total(({ wrong }) => wrong),
    examples: counts.flatMap(({ examples }) => examples),
  }
}
