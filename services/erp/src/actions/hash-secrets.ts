import type { Model } from '../dictionary/types.ts'
import type { Caller } from '../identity/caller.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import type { FieldValue } from '../query/field-value.ts'
import { policySql, type PolicyRow } from '../store/people/access-policy-store.ts'
import { politicaOfUserSql } from '../store/people/user-store.ts'
import { demandNewPassword, type Read } from './sign-in/new-password.ts'

type Values = ReadonlyMap<string, FieldValue | null>

/** The record that the values belong to. */
interface Target {
  readonly caller: Pick<Caller, 'empresa'>
  readonly model: Model
  /** Null for a record that is being created. */
  readonly id: string | null
  readonly read: Read
}

/**
 * The values with secrets hashed: a plain password never reaches the database, and a user's password must satisfy his
 * policy.
 * @throws ApiError VALIDATION, UNAVAILABLE
 */
export async function hashSecrets(
  passwords: PasswordWork,
  target: Target,
  values: Values,
): Promise<Values> {
  const { model } = target
  const hashed = new Map(values)
  for (const field of model.fields) {
    const value = values.get(field.name)
    if (field.type !== 'secret' || typeof value !== 'string') continue
    if (model.name === 'Usuario') {
      await demandAllowed(passwords, target, { values, field: field.name, password: value })
    }
    hashed.set(field.name, await passwords.hash(value))
  }
  return hashed
}

async function demandAllowed(
  passwords: PasswordWork,
  { caller, id, read }: Target,
  set: { readonly values: Values; readonly field: string; readonly password: string },
): Promise<void> {
  const { empresa } = caller
  const politica = set.values.has('politica')
    ? textOf(set.values.get('politica'))
    : await politicaOf(read, caller, id)
  const [rules] = await read<PolicyRow>(policySql(empresa, politica))
  const user = id === null ? null : { empresa, usuarioId: id }
  await demandNewPassword({ passwords, rules, user, read, ...set })
}

async function politicaOf(
  read: Read,
  { empresa }: Pick<Caller, 'empresa'>,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null
  const [row] = await read<{ politica: string | null }>(politicaOfUserSql(empresa, id))
  return row?.politica ?? null
}

function textOf(value: FieldValue | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}
