import { modulePermissionKey, permissionKey } from '../dictionary/permission-keys.ts'
import type { Model, Registry } from '../dictionary/types.ts'
import type { Rights } from './rights.ts'

/** What the key of a right covers: a right on a model, or on every model of a module. */
interface KeyScope {
  readonly right: string
  readonly models: readonly Model[]
  readonly isModule: boolean
}

/** Undefined for the key of a model or module that no longer exists. */
export function scopeOfKey(registry: Registry, key: string): KeyScope | undefined {
  const dot = key.lastIndexOf('.')
  const [of, right] = [key.slice(0, dot), key.slice(dot + 1)]
  const isModule = of.startsWith('modulo:')
  const names = isModule
    ? (registry.modules.find(({ name }) => `modulo:${name}` === of)?.models ?? [])
    : [of]
  const models = names.flatMap((name) => registry.models.get(name) ?? [])
  return models.length === 0 ? undefined : { right, models, isModule }
}

/**
 * Whether a caller has a right and may therefore give it to others: granted, nowhere refused, and on all fields and
 * records of the models concerned, unless he gives the very profile that restricts him.
 */
export function holdsRight(
  rights: Rights,
  { registry, key, isOwnProfile }: { registry: Registry; key: string; isOwnProfile: boolean },
): boolean {
  const within = rights.within ?? []
  if (!within.every((outer) => holdsRight(outer, { registry, key, isOwnProfile }))) return false
  if (rights.isAdministrator) return true
  const scope = scopeOfKey(registry, key)
  if (scope === undefined) return false
  return scope.models.every((model) => {
    const keys = [
      permissionKey(model.name, scope.right),
      modulePermissionKey(model.module, scope.right),
    ]
    if (keys.some((one) => rights.refused.has(one))) return false
    // A module's right covers more than the models that it has today.
    const wanted = scope.isModule ? [key] : keys
    if (!wanted.some((one) => rights.granted.has(one))) return false
    return isOwnProfile || !isNarrowed(rights, model)
  })
}

function isNarrowed({ profiles }: Rights, { name }: Model): boolean {
  return profiles.some(({ fields, rules }) => fields.has(name) || rules.has(name))
}
