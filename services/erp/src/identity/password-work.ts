import { hashPassword, isPassword, PASSWORD_COST } from '@oficina/kit/password.ts'

import { ApiError } from '../errors.ts'
import { PASSWORDS_BUSY } from '../messages/access.ts'

// A hash takes one core and 19 MiB for about 20 ms. Two of the four threads that Node has for such work stay free for
// files and name resolution.
const AT_ONCE = 2
// At most this many wait, about four seconds' worth.
const MAX_WAITING = 100

/** A password and a hash to compare it with. */
export interface PasswordCheck {
  readonly password: string
  readonly hash: string
}

/** The password hashes of this process: a few at once, a limited number waiting, the rest refused. */
export class PasswordWork {
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #cost: typeof PASSWORD_COST

  /** Cheaper costs are for tests, which check thousands. */
  constructor(cost = PASSWORD_COST) {
    this.#cost = cost
  }

  /** A hash of no password, which takes as long to check as any. */
  get noPassword(): string {
    const { memory, passes } = this.#cost
    return `$argon2id$v=19$m=${memory},t=${passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  }

  /** @throws ApiError UNAVAILABLE with `Retry-After` when too many wait */
  async hash(password: string): Promise<string> {
    return await this.#inTurn(() => hashPassword(password, this.#cost))
  }

  /** Whether each password matches its hash; all of them take one turn. @throws ApiError UNAVAILABLE */
  async check(checks: readonly PasswordCheck[]): Promise<readonly boolean[]> {
    return await this.#inTurn(async () => {
      const answers: boolean[] = []
      for (const { password, hash } of checks) answers.push(await isPassword(password, hash))
      return answers
    })
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) throw busy()
      // Whoever finishes passes its place on, so nobody can get in between.
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}

function busy(): ApiError {
  const message = PASSWORDS_BUSY()
  return new ApiError([{ code: 'UNAVAILABLE', message }], { 'retry-after': '1' })
}
