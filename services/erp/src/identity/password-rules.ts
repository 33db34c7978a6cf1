/** What a policy asks of a new password. */
export interface PasswordRules {
  readonly longitud_minima: number | null
  readonly exige_complejidad: boolean | null
}

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]
const KINDS_ASKED = 3

/** Why a policy refuses a password; null: it does not. The text follows the name of a field. */
export function passwordProblem(rules: PasswordRules, password: string): string | null {
  const least = rules.longitud_minima ?? 0
  if (Array.from(password).length < least) return `must have at least ${least} characters`
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  if (rules.exige_complejidad === true && kinds < KINDS_ASKED) {
    return 'must have three of these four: small letters, capital letters, digits, other signs'
  }
  return null
}
