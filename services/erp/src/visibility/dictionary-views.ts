import { RecentMap } from '@oficina/kit/recent-map.ts'

import type { Model, Registry } from '../dictionary/types.ts'
import { mayDo, rightsKey, type Rights } from '../identity/rights.ts'
import { narrowAuditLog } from './audit-log.ts'
import { fieldVisibility, type FieldVisibility } from './field-visibility.ts'
import { hiddenOf, narrowModel, type Narrowing } from './narrow-model.ts'
import { recordScope } from './record-scope.ts'

/** The dictionary as one caller sees it. */
export interface View {
  /** The models that the caller may read, each without what is hidden from him. */
  readonly registry: Registry
  /** All models, restricted to what he can reach in those that he may read: what his references may point to. */
  readonly reachable: Registry
  /** A model for something that the caller does to records of it, with the condition for that right. */
  modelFor(model: Model, right: string): Model
  /** How the caller sees the fields of a model that his profiles mention. */
  visibilities(model: Model): ReadonlyMap<string, FieldVisibility>
  /** The fields of a model that are hidden from the caller or masked. */
  hiddenOf(model: Model): readonly string[]
  /** Whether the caller sees every field and every record of the model. */
  seesWhole(model: Model): boolean
}

// Callers with the same profiles share a view, so this is the number of different sets of profiles.
const MAX_VIEWS = 200

/**
 * The views of recent callers, by `rightsKey`; the least recently used one is dropped. A view depends only on the
 * dictionary and the rights, so it never becomes stale.
 */
export class Views {
  readonly #registry: Registry
  readonly #views = new RecentMap<string, View>(MAX_VIEWS)

  constructor(registry: Registry) {
    this.#registry = registry
  }

  of(rights: Rights): View {
    const key = rightsKey(rights)
    const known = this.#views.get(key)
    if (known !== undefined) return known
    const view = viewOf(this.#registry, rights)
    this.#views.set(key, view)
    return view
  }
}

function viewOf(registry: Registry, rights: Rights): View {
  if (rights.isAdministrator && rights.within === undefined) {
    return {
      registry,
      reachable: registry,
      modelFor: (model) => model,
      visibilities: () => new Map(),
      hiddenOf: () => [],
      seesWhole: () => true,
    }
  }
  const by = narrowingOf(registry, rights)
  const readable = new Map<string, Model>()
  for (const model of registry.models.values()) {
    if (by.mayRead(model)) {
      readable.set(
        model.name,
        narrowModel(by, model, recordScope(rights, registry, { model, right: 'leer' })),
      )
    }
  }
  narrowAuditLog(readable, by)
  const forRight = new Map<string, Model>()
  return {
    registry: { ...registry, models: readable },
    reachable: { ...registry, models: new Map([...registry.models, ...readable]) },
    modelFor: (model, right) => {
      const read = right === 'leer' ? readable.get(model.name) : undefined
      if (read !== undefined) return read
      const key = `${model.name}.${right}`
      const known = forRight.get(key)
      if (known !== undefined) return known
      const narrowed = narrowModel(by, model, recordScope(rights, registry, { model, right }))
      forRight.set(key, narrowed)
      return narrowed
    },
    visibilities: (model) => by.visibilities(model),
    hiddenOf: (model) => hiddenOf(by, model),
    seesWhole: (model) =>
      readable.get(model.name)?.condition === null && hiddenOf(by, model).length === 0,
  }
}

function narrowingOf(registry: Registry, rights: Rights): Narrowing {
  const visibilities = new Map<Model, ReadonlyMap<string, FieldVisibility>>()
  return {
    registry,
    mayRead: (model) => mayDo(rights, model, 'leer'),
    visibilities: (model) => {
      const known = visibilities.get(model) ?? fieldVisibility(rights, model)
      visibilities.set(model, known)
      return known
    },
  }
}
