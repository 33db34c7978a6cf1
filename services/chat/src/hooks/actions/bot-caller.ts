import type { HookTools } from '../hook-tools.ts'
import { claimCalls, type DueCall } from '../store/bot-call-store.ts'
import { callBot, CALL_LIMIT_MS } from './call-bot.ts'

// Longer than a call may take; then somebody else, or the next run, makes it.
const CLAIM_MS = CALL_LIMIT_MS + 5_000
// Calls at the same time, and those of one bot, so that a slow one does not keep the others waiting.
const MAX_AT_ONCE = 32
const MAX_OF_A_BOT = 4

/** Calls the bots that messages are for; those that do not answer do not hold up the others. */
export class BotCaller {
  readonly #stopping = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  readonly #byBot = new Map<number, number>()
  #taking: Promise<void> | undefined
  #isWokenMeanwhile = false

  /** Begins what is due. What could not be called is left for the next time. */
  wake(tools: HookTools): void {
    this.#isWokenMeanwhile = true
    if (this.#stopping.signal.aborted) return
    this.#taking ??= this.#take(tools)
      .catch((error: unknown) => tools.log.warn({ err: error }, 'calls of bots are left for later'))
      .finally(() => {
        this.#taking = undefined
      })
  }

  /** Gives up what is under way; the next start begins it again. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#taking
    await Promise.all(this.#underWay)
  }

  async #take(tools: HookTools): Promise<void> {
    while (this.#isWokenMeanwhile && !this.#stopping.signal.aborted) {
      this.#isWokenMeanwhile = false
      const limit = MAX_AT_ONCE - this.#underWay.size
      if (limit <= 0) return
      const nowMs = tools.now()
      const due = await claimCalls(tools.database, {
        now: new Date(nowMs),
        until: new Date(nowMs + CLAIM_MS),
        busy: [...this.#byBot].filter(([, count]) => count >= MAX_OF_A_BOT).map(([id]) => id),
        limit,
      })
      for (const call of due) this.#begin(tools, call)
      if (due.length > 0) this.#isWokenMeanwhile = true
    }
  }

  #begin(tools: HookTools, call: DueCall): void {
    this.#count(call.botId, 1)
    const running = callBot(tools, call, this.#stopping.signal)
      .catch((error: unknown) => tools.log.error({ err: error }, 'a bot could not be called'))
      .finally(() => {
        this.#underWay.delete(running)
        this.#count(call.botId, -1)
        this.wake(tools)
      })
    this.#underWay.add(running)
  }

  #count(botId: number, by: 1 | -1): void {
    const count = (this.#byBot.get(botId) ?? 0) + by
    if (count === 0) this.#byBot.delete(botId)
    else this.#byBot.set(botId, count)
  }
}
