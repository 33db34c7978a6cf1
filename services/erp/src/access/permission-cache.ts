import { RecentMap } from '@oficina/kit/recent-map.ts'

import type { EffectiveAccess } from './effective-access.ts'

interface Entry {
  readonly access: EffectiveAccess
  readonly version: string
  readonly untilMs: number
}

// 300 seconds: docs/contract/erp.md, Limits, "permission cache lifetime".
const LIFETIME_MS = 300_000
// A process caches at most this many users; the least recently used one is dropped.
const MAX_USERS = 5_000

/**
 * The access of recently seen users and API keys. An entry counts only for the version that the same request has just
 * looked up, so a change by another process takes effect at the next request.
 */
export class PermissionCache {
  readonly #entries = new RecentMap<string, Entry>(MAX_USERS)

  get(user: string, version: string, nowMs: number): EffectiveAccess | undefined {
    const entry = this.#entries.get(user)
    const holds = entry?.version === version && entry.untilMs > nowMs
    return holds ? entry.access : undefined
  }

  set(
    user: string,
    version: string,
    { access, nowMs }: { readonly access: EffectiveAccess; readonly nowMs: number },
  ): void {
    this.#entries.set(user, { access, version, untilMs: nowMs + LIFETIME_MS })
  }
}
