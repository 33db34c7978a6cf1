import assert from 'node:assert/strict'

import type { ShardWatch } from './shard-watch.ts'

/** A statement that asks several parts of a table, and must: no realm is known yet, or all are meant. */
export interface MustAskAll {
  readonly what: string
  /** In what the coordinator sends to the nodes. */
  readonly sent: RegExp
}

/** What any process asks of all realms, whatever is done. */
export const OF_ALL_REALMS: readonly MustAskAll[] = [
  {
    what: 'an API key that this process has not seen',
    sent: /encode\((\w+\.)?api_key_hash, 'hex'/i,
  },
  {
    what: 'the log of events, read by every process',
    sent: /FROM chat\.event_log_\d+ event_log WHERE (true|\(\(id OPERATOR)/i,
  },
]

/** Recurring work for all realms: which of them have something to do, and what is old. */
const CHORES = [
  /GROUP BY (\w+\.)?realm_id/i,
  /DELETE FROM chat\.(event_log|confirmation|push_notice|sign_in_attempt)_\d+/i,
  /max\((\w+\.)?id\)/i,
  /chat\.(missed_progress|missed_message|image_attachment|push_device|realm)_\d+/i,
  /doomed_messages <> 0/i,
]

/** Holds statements to one part of each table, the realm's. */
export class OneShard {
  readonly #watch: ShardWatch
  readonly #mustAskAll: readonly MustAskAll[]
  readonly #seen = new Set<string>()

  constructor(watch: ShardWatch, mustAskAll: readonly MustAskAll[]) {
    this.#watch = watch
    this.#mustAskAll = mustAskAll
  }

  /** Fails with the statements that asked several parts since the last time, but those that must. */
  assert(): void {
    const sent = this.#watch.take()
    assert.ok(sent.length > 0, 'nothing was asked of the nodes')
    const wide = sent
      .filter(({ parts }) => [...parts.values()].some((asked) => asked.size > 1))
      .map(({ sent: first }) => first)
    const wrong = wide.filter((first) => !this.#mustAsk(first))
    assert.deepEqual(
      [...new Set(wrong)].map((first) => first.slice(0, 500)),
      [],
    )
  }

  #mustAsk(first: string): boolean {
    for (const { what, sent } of this.#mustAskAll) {
      if (!sent.test(first)) continue
      this.#seen.add(what)
      return true
    }
    return CHORES.some((one) => one.test(first))
  }

  /** Fails with what must ask all parts and did not. */
  assertStillAsked(): void {
    assert.deepEqual(
      this.#mustAskAll.map(({ what }) => what).filter((what) => !this.#seen.has(what)),
      [],
    )
  }
}
