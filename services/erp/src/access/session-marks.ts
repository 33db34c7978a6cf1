import { setImmediate } from 'node:timers/promises'

import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'
import { rest } from '@oficina/kit/rest.ts'

import { tokenKey } from '../identity/token.ts'
import { findMarks } from '../store/people/session-store.ts'

// A look-up that takes longer no longer holds up the next one.
const MAX_WAIT_MS = 20

type Marks = ReadonlyMap<string, string>

/** A look-up that has not begun: requests still join it. */
interface Waiting {
  readonly tokens: Map<string, Buffer>
  readonly marks: Promise<Marks>
}

/**
 * Looks sessions up for all requests that wait at the moment, in one statement, which costs each a third of one of its
 * own. A request joins only a look-up that has not begun, so whatever ended before it came is seen.
 * @source docs/decisions/0202-erp-metadata.md
 */
export class SessionMarks {
  readonly #database: Database
  readonly #now: Clock
  #waiting: Waiting | undefined
  #running: Promise<Marks> | undefined

  /** @param database a pool of its own, so that no look-up waits behind another statement */
  constructor(database: Database, now: Clock) {
    this.#database = database
    this.#now = now
  }

  /** The mark of the token's session (`SESSION_MARK`). Undefined: it has none, or the look-up failed. */
  async find(tokenSha256: Buffer): Promise<string | undefined> {
    const key = tokenKey(tokenSha256)
    this.#waiting ??= this.#open()
    const { tokens, marks } = this.#waiting
    tokens.set(key, tokenSha256)
    return (await marks).get(key)
  }

  #open(): Waiting {
    const tokens = new Map<string, Buffer>()
    return { tokens, marks: this.#lookUp(tokens) }
  }

  async #lookUp(tokens: ReadonlyMap<string, Buffer>): Promise<Marks> {
    await this.#turn()
    this.#waiting = undefined
    const marks = this.#read(tokens)
    this.#running = marks
    const found = await marks
    if (this.#running === marks) this.#running = undefined
    return found
  }

  /** Waits for the look-up under way, and for the requests that come in the same turn of the event loop. */
  async #turn(): Promise<void> {
    if (this.#running !== undefined) {
      const waited = new AbortController()
      await Promise.race([this.#running, rest(MAX_WAIT_MS, waited.signal)])
      waited.abort()
    }
    await setImmediate()
  }

  async #read(tokens: ReadonlyMap<string, Buffer>): Promise<Marks> {
    try {
      return await findMarks(this.#database, tokens, new Date(this.#now()))
    } catch {
      // Each caller then looks its session up by itself, and is told what failed.
      return new Map()
    }
  }
}
