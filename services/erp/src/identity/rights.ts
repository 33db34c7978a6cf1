import { apiError, type ApiError } from '../errors.ts'
import { modulePermissionKey, permissionKey } from '../dictionary/permission-keys.ts'
import type { Model } from '../dictionary/types.ts'

/** What a user may do. Everything that is not granted is refused. */
export interface Rights {
  /** Everything within the own company. */
  readonly isAdministrator: boolean
  /** May also change the catalogs that all companies share. */
  readonly isOperator: boolean
  /** Keys as `permissionKey` makes them. */
  readonly granted: ReadonlySet<string>
  /** Refusals win over grants, of whatever profile. */
  readonly refused: ReadonlySet<string>
  /** Never more than each of these: an API key's rights end where its user's or its scopes do. */
  readonly within?: readonly Rights[]
  /** The profiles that the user was given, which may hold grants to fields and records; none for an administrator. */
  readonly profiles: readonly ProfileRights[]
  /** What stands for `$usuario` and `$hoy` in the rules of the profiles. */
  readonly placeholders: Placeholders
  /** What the profiles say, for `rightsKey`. */
  readonly key: string
}

/** A profile with all that it inherits. */
export interface ProfileRights {
  readonly id: string
  readonly granted: ReadonlySet<string>
  /** By model and field, where the profile says anything of the field. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, FieldAccess>>
  /** By model: all of them must hold. */
  readonly rules: ReadonlyMap<string, readonly RecordRule[]>
}

export interface FieldAccess {
  readonly access: 'oculto' | 'lectura' | 'edicion'
  readonly isMasked: boolean
}

/** Which records of a model a profile reaches. */
export interface RecordRule {
  /** As it was written; checked at the write of the rule, but the dictionary may have changed since. */
  readonly filter: unknown
  readonly limitsReading: boolean
  readonly limitsWriting: boolean
  readonly limitsDeleting: boolean
}

export interface Placeholders {
  readonly usuario: string
  /** `YYYY-MM-DD` in Mexico City. */
  readonly hoy: string
}

const NOTHING: ReadonlySet<string> = new Set()

/** The rights of an administrator, whom no profile narrows. */
export function administratorRights(of: {
  readonly isOperator: boolean
  readonly placeholders: Placeholders
}): Rights {
  return {
    isAdministrator: true,
    granted: NOTHING,
    refused: NOTHING,
    profiles: [],
    key: 'administrator',
    ...of,
  }
}

/** Two callers with one key see the same of every model, so what was planned for one serves the other. */
export function rightsKey({ key, within = [] }: Rights): string {
  return [key, ...within.map(rightsKey)].join(' ')
}

/** Whether the rights hold an operation or a business action on a model. */
export function mayDo(rights: Rights, model: Model, right: string): boolean {
  if (rights.within?.some((outer) => !mayDo(outer, model, right)) === true) return false
  if (model.scope === 'global' && right !== 'leer') return rights.isOperator
  if (rights.isAdministrator) return true
  const keys = [permissionKey(model.name, right), modulePermissionKey(model.module, right)]
  // The nearer word counts first: a refusal of the model beats a grant of its module.
  if (keys.some((key) => rights.refused.has(key))) return false
  return keys.some((key) => rights.granted.has(key))
}

/** @throws ApiError FORBIDDEN when the rights do not hold it */
export function demand(rights: Rights, model: Model, right: string): void {
  const refusal = refusalOf(rights, model, right)
  if (refusal !== undefined) throw refusal
}

/** FORBIDDEN when the rights do not hold an operation or a business action on a model. */
export function refusalOf(rights: Rights, model: Model, right: string): ApiError | undefined {
  if (mayDo(rights, model, right)) return undefined
  return apiError('FORBIDDEN', `Your profile has no right to ${right} on ${model.name}.`)
}

/** @throws ApiError FORBIDDEN for everyone but an administrator of the company */
export function demandAdministrator(rights: Rights): void {
  if (!rights.isAdministrator) {
    throw apiError('FORBIDDEN', 'Only an administrator of the company may do this.')
  }
}
