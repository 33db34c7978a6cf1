import { serverBusy } from './api-error.ts'

// One answer of the longest texts, and short ones beside it. While an answer is made, each byte of a text may be there
// four times, of two bytes a character.
const BUDGET_BYTES = 12 * 1024 * 1024
const MAX_WAITING = 200
// As long as for a connection to the database.
const MAX_WAIT_MS = 10_000

interface Waiting {
  readonly bytes: number
  readonly begin: () => void
}

/** A part of the budget; one that was not taken ends like one that was. */
export interface TextShare {
  /**
   * Waits until there is room for texts of so many bytes.
   * @throws ApiError SERVER_BUSY when too many wait, or it takes too long
   */
  take(bytes: number): Promise<void>
  end(): void
}

/**
 * Bounds the texts that the answers of a process hold together while they are made, in the order of asking.
 * @source docs/decisions/0304-chat-limits.md
 */
export class TextBudget {
  readonly #waiting = new Set<Waiting>()
  readonly #maxWaitMs: number
  #free = BUDGET_BYTES

  constructor(maxWaitMs = MAX_WAIT_MS) {
    this.#maxWaitMs = maxWaitMs
  }

  share(): TextShare {
    let taken = 0
    return {
      take: async (wanted) => {
        const bytes = Math.min(wanted, BUDGET_BYTES)
        if (this.#waiting.size > 0 || bytes > this.#free) await this.#wait(bytes)
        else this.#free -= bytes
        taken += bytes
      },
      end: () => {
        this.#free += taken
        taken = 0
        this.#passOn()
      },
    }
  }

  #wait(bytes: number): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING) throw tooMany()
    return new Promise((resolve, reject) => {
      const one = {
        bytes,
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(one)
        reject(tooMany())
        this.#passOn()
      }, this.#maxWaitMs)
      this.#waiting.add(one)
    })
  }

  #passOn(): void {
    for (const one of this.#waiting) {
      if (one.bytes > this.#free) return
      this.#waiting.delete(one)
      this.#free -= one.bytes
      one.begin()
    }
  }
}

function tooMany() {
  return serverBusy('Too many messages are being fetched at once; try again.')
}
