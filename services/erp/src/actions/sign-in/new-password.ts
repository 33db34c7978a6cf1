import type { Sql } from '@oficina/kit/sql.ts'

import { apiError } from '../../errors.ts'
import { passwordProblem } from '../../identity/password-rules.ts'
import type { PasswordWork } from '../../identity/password-work.ts'
import { NONE_OF_LAST } from '../../messages/sign-in.ts'
import { FIELD_IS } from '../../messages/values.ts'
import { lastPasswordsSql, type PolicyRow } from '../../store/people/access-policy-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'

/** This many passwords of each user are remembered, whatever a policy asks. */
export const PASSWORDS_KEPT = 24

/** Runs a statement of the company, in a transaction or on its own. */
export type Read = <T>(statement: Sql) => Promise<readonly T[]>

/** @throws ApiError VALIDATION when the policy does not allow the password */
export async function demandNewPassword(details: {
  readonly passwords: PasswordWork
  readonly rules: PolicyRow | undefined
  readonly password: string
  /** The field that contains it. */
  readonly field: string
  /** Null for a user who is being created. */
  readonly user: { readonly empresa: EmpresaId; readonly usuarioId: string } | null
  readonly read: Read
}): Promise<void> {
  const { rules, password, field, user } = details
  if (rules === undefined) return
  const problem = passwordProblem(rules, password)
  if (problem !== null) throw apiError('VALIDATION', FIELD_IS({ field, what: problem }), field)
  const count = Math.min(rules.contrasenas_recordadas ?? 0, PASSWORDS_KEPT)
  if (count <= 0 || user === null) return
  const last = lastPasswordsSql(user.empresa, user.usuarioId, count)
  const hashes = await details.read<{ huella: string | null }>(last)
  const checks = hashes.flatMap(({ huella }) =>
    huella === null ? [] : [{ password, hash: huella }],
  )
  if (!(await details.passwords.check(checks)).includes(true)) return
  throw apiError('VALIDATION', FIELD_IS({ field, what: NONE_OF_LAST({ count }) }), field)
}
