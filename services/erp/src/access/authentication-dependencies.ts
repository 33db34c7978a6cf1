import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'

import type { PermissionCache } from './permission-cache.ts'
import type { SessionMemory } from './session-memory.ts'

/** What authenticating a caller needs. */
export interface AuthenticationDependencies {
  readonly database: Database
  readonly permissions: PermissionCache
  readonly sessions: SessionMemory
  readonly now: Clock
}
