import type { Clock } from '@oficina/kit/clock.ts'
import type { Tx } from '@oficina/kit/database.ts'

import { rateLimitHit } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { countAttempt, forgetAttempts } from '../../tenancy/store/count-store.ts'

// Per name; a right password resets the count.
const MAX_ATTEMPTS = 5
export const SIGN_IN_WINDOW_MS = 1_800_000

/** Attempts to sign in, counted by all processes together, each before its password is checked. */
export interface SignIns {
  /** @throws ApiError RATE_LIMIT_HIT */
  use(realmId: RealmId, name: string): Promise<void>
  /** Resets the count of a name. */
  forget(realmId: RealmId, name: string): Promise<void>
}

export function signIns(database: Tx, clock: Clock): SignIns {
  return {
    use: async (realmId, name) => {
      const nowMs = clock()
      const window = { now: new Date(nowMs), since: new Date(nowMs - SIGN_IN_WINDOW_MS) }
      const { used, startedAt } = await countAttempt(database, realmId, name, window)
      if (used <= MAX_ATTEMPTS) return
      throw rateLimitHit((startedAt.getTime() + SIGN_IN_WINDOW_MS - nowMs) / 1000)
    },
    forget: (realmId, name) => forgetAttempts(database, realmId, name),
  }
}
