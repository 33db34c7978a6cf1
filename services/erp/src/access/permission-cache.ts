import type { Standing } from './standing.ts'

interface Entry {
  readonly standing: Standing
  readonly version: string
  readonly untilMs: number
}

// 300 seconds: docs/contract/erp.md, Limits, "permission cache lifetime".
const LIFETIME_MS = 300_000
// A process serves at most this many users from memory; the one used longest ago makes room.
const MAX_USERS = 5_000

/**
 * What holds for the users and API keys seen lately. An entry counts only for the version that the look-up of the very
 * same request gave, so what another process changes is seen at the next request.
 */
export class PermissionCache {
  readonly #entries = new Map<string, Entry>()

  get(user: string, version: string, nowMs: number): Standing | undefined {
    const entry = this.#entries.get(user)
    if (entry === undefined || entry.version !== version || entry.untilMs <= nowMs) return undefined
    this.#entries.delete(user)
    this.#entries.set(user, entry)
    return entry.standing
  }

  set(
    user: string,
    version: string,
    { standing, nowMs }: { readonly standing: Standing; readonly nowMs: number },
  ): void {
    this.#entries.delete(user)
    this.#entries.set(user, { standing, version, untilMs: nowMs + LIFETIME_MS })
    const oldest = this.#entries.keys().next()
    if (this.#entries.size > MAX_USERS && oldest.done !== true) this.#entries.delete(oldest.value)
  }
}
