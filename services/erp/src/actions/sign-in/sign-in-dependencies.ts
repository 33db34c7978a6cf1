import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'

import type { PasswordWork } from '../../identity/password-work.ts'

/** What signing in needs. */
export interface SignInDependencies {
  readonly database: Database
  readonly passwords: PasswordWork
  readonly now: Clock
}
