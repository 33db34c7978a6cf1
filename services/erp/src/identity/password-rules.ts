import type { Message } from '../messages/message.ts'
import { THREE_KINDS } from '../messages/sign-in.ts'
import { AT_LEAST_CHARACTERS } from '../messages/values.ts'

/** What a policy asks of a new password. */
export interface PasswordRules {
  readonly longitud_minima: number | null
  readonly exige_complejidad: boolean | null
}

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]
const KINDS_ASKED = 3

/** Why a policy refuses a password; null: it does not. A sentence whose subject is a field. */
export function passwordProblem(rules: PasswordRules, password: string): Message | null {
  const least = rules.longitud_minima ?? 0
  if (Array.from(password).length < least) return AT_LEAST_CHARACTERS({ least })
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  if (rules.exige_complejidad === true && kinds < KINDS_ASKED) {
    return THREE_KINDS()
  }
  return null
}
