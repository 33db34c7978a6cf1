import { modulePermissionKey, permissionKey } from '../dictionary/permission-keys.ts'
import type { Model } from '../dictionary/types.ts'
import type { FieldAccess, ProfileRights, Rights } from '../identity/rights.ts'

/** How a caller sees a field: not at all, masked, or as it is; and whether he may write it. */
export interface FieldVisibility {
  readonly sees: 'nothing' | 'mask' | 'value'
  readonly mayWrite: boolean
}

const WHOLE: FieldVisibility = { sees: 'value', mayWrite: true }
const ORDER = ['nothing', 'mask', 'value'] as const

/**
 * How the profiles that mention a model's fields let a caller see them; fields that are not in the result are fully
 * visible. Among the profiles that grant reading, the one that shows most decides, and among those that grant writing,
 * the one that allows it; a profile that grants nothing on the model only takes away.
 * @source docs/decisions/0230-erp-rights-on-fields-and-records.md
 */
export function fieldVisibility(
  rights: Rights,
  model: Model,
): ReadonlyMap<string, FieldVisibility> {
  const visibilities = new Map(ownVisibility(rights, model))
  for (const outer of rights.within ?? []) {
    for (const [name, visibility] of fieldVisibility(outer, model)) {
      const own = visibilities.get(name) ?? WHOLE
      const sees = least([own.sees, visibility])
      visibilities.set(name, { sees, mayWrite: own.mayWrite && visibility.mayWrite })
    }
  }
  return visibilities
}

function ownVisibility(rights: Rights, model: Model): ReadonlyMap<string, FieldVisibility> {
  const speaking = rights.profiles.filter(({ fields }) => fields.has(model.name))
  if (speaking.length === 0) return new Map()
  const names = new Set(
    speaking.flatMap(({ fields }) => [...(fields.get(model.name)?.keys() ?? [])]),
  )
  const givers = rights.profiles.filter((profile) => givesAny(profile, model))
  const readers = givers.filter((profile) => gives(profile, model, 'leer'))
  const takers = speaking.filter((profile) => !givers.includes(profile))
  const visibilities = new Map<string, FieldVisibility>()
  for (const name of names) {
    const shown = (readers.length > 0 ? readers : givers).map((profile) =>
      visibilityOf(profile, model, name),
    )
    const written = givers.map((profile) => visibilityOf(profile, model, name))
    const taken = takers.map((profile) => visibilityOf(profile, model, name))
    const best = most(shown)
    const sees = least([best, ...taken])
    const mayWrite =
      written.some((visibility) => visibility.mayWrite) &&
      taken.every((visibility) => visibility.mayWrite)
    visibilities.set(name, { sees, mayWrite: mayWrite && sees !== 'nothing' })
  }
  return visibilities
}

function visibilityOf({ fields }: ProfileRights, model: Model, name: string): FieldVisibility {
  const access = fields.get(model.name)?.get(name)
  return access === undefined ? WHOLE : visibilityBy(access)
}

function visibilityBy({ access, isMasked }: FieldAccess): FieldVisibility {
  const mayWrite = access === 'edicion'
  if (isMasked) return { sees: 'mask', mayWrite }
  return { sees: access === 'oculto' ? 'nothing' : 'value', mayWrite }
}

function most(visibilities: readonly FieldVisibility[]): FieldVisibility['sees'] {
  return ORDER[Math.max(...visibilities.map(({ sees }) => ORDER.indexOf(sees)), 0)] ?? 'nothing'
}

function least([first, ...rest]: readonly [
  FieldVisibility['sees'],
  ...FieldVisibility[],
]): FieldVisibility['sees'] {
  const places = [first, ...rest.map(({ sees }) => sees)].map((sees) => ORDER.indexOf(sees))
  return ORDER[Math.min(...places)] ?? 'nothing'
}

/** Whether a profile itself grants a right on the model, or on its module. */
export function gives({ granted }: ProfileRights, model: Model, right: string): boolean {
  return (
    granted.has(permissionKey(model.name, right)) ||
    granted.has(modulePermissionKey(model.module, right))
  )
}

/** Whether a profile grants anything on the model. */
export function givesAny({ granted }: ProfileRights, model: Model): boolean {
  const prefixes = [permissionKey(model.name, ''), modulePermissionKey(model.module, '')]
  return [...granted].some((key) => prefixes.some((prefix) => key.startsWith(prefix)))
}
