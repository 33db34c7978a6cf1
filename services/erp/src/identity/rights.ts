import { modulePermissionKey, permissionKey } from '../dictionary/permission-keys.ts'
import type { Model } from '../dictionary/types.ts'
import { apiError, type ApiError } from '../errors.ts'
import { ADMINISTRATOR_ONLY, NO_RIGHT } from '../messages/access.ts'

/** What a user may do. Everything that is not granted is refused. */
export interface Rights {
  /** Everything within its own company. */
  readonly isAdministrator: boolean
  /** May also change the catalogs that all companies share. */
  readonly isOperator: boolean
  /** Keys as `permissionKey` makes them. */
  readonly granted: ReadonlySet<string>
  /** A refusal overrides grants, whichever profile it comes from. */
  readonly refused: ReadonlySet<string>
  /** The upper limits of these rights: an API key has no more than its user and its scopes. */
  readonly within?: readonly Rights[]
  /** The profiles assigned to the user, which may restrict grants to fields and records; none for an administrator. */
  readonly profiles: readonly ProfileRights[]
  /** The values of `$usuario` and `$hoy` in the profiles' rules. */
  readonly placeholders: Placeholders
  /** What the profiles say, for `rightsKey`. */
  readonly key: string
}

/** A profile with everything that it inherits. */
export interface ProfileRights {
  readonly id: string
  readonly granted: ReadonlySet<string>
  /** By model and field, where the profile says anything about the field. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, FieldAccess>>
  /** By model: all of them must hold. */
  readonly rules: ReadonlyMap<string, readonly RecordRule[]>
}

export interface FieldAccess {
  readonly access: 'oculto' | 'lectura' | 'edicion'
  readonly isMasked: boolean
}

/** Which records of a model a profile can reach. */
export interface RecordRule {
  /** As it was written; it was checked then, but the dictionary may have changed since. */
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

/** The rights of an administrator, whom no profile restricts. */
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

/** Whether the rights include an operation or a business action on a model. */
export function mayDo(rights: Rights, model: Model, right: string): boolean {
  if (rights.within?.some((outer) => !mayDo(outer, model, right)) === true) return false
  if (model.scope === 'global' && right !== 'leer') return rights.isOperator
  if (rights.isAdministrator) return true
  const keys = [permissionKey(model.name, right), modulePermissionKey(model.module, right)]
  // The more specific key has precedence: a refusal of the model overrides a grant of its module.
  if (keys.some((key) => rights.refused.has(key))) return false
  return keys.some((key) => rights.granted.has(key))
}

/** @throws ApiError FORBIDDEN when the rights do not include it */
export function demand(rights: Rights, model: Model, right: string): void {
  const refusal = refusalOf(rights, model, right)
  if (refusal !== undefined) throw refusal
}

/** FORBIDDEN when the rights do not include an operation or a business action on a model. */
export function refusalOf(rights: Rights, model: Model, right: string): ApiError | undefined {
  if (mayDo(rights, model, right)) return undefined
  return apiError('FORBIDDEN', NO_RIGHT({ right, model: model.name }))
}

/** @throws ApiError FORBIDDEN for everyone but an administrator of the company */
export function demandAdministrator(rights: Rights): void {
  if (!rights.isAdministrator) {
    throw apiError('FORBIDDEN', ADMINISTRATOR_ONLY())
  }
}
