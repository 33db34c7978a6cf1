import type { Tools } from '../events/act.ts'
import type { SignIns } from './store/sign-in-attempts.ts'

/** What actions need in addition that ask for a password. */
export interface SignInTools extends Tools {
  readonly signIns: SignIns
  /** Whether anybody is anybody: for development only. */
  readonly isDevSignIn: boolean
  /** Whether mails reach people, so that a new address can be confirmed. */
  readonly isMailConfigured: boolean
}
