import type { CompiledDictionary } from './compile-dictionary.ts'
import { labeller } from './spanish-labels.ts'
import type {
  Dependent,
  Field,
  Head,
  Model,
  ModelDefinition,
  Module,
  ReferenceField,
  Registry,
} from './types.ts'

/** Links compiled models into the immutable whole that the service works with. Takes only checked data. */
export function buildRegistry({
  modules,
  models: definitions,
  words,
  laws,
}: CompiledDictionary): Registry {
  const dependents = collectDependents(definitions)
  const heads = collectHeads(definitions)
  const linked = definitions.map((definition) =>
    linkModel(definition, {
      dependents: dependents.get(definition.name) ?? [],
      heads: heads.get(definition.name) ?? [],
    }),
  )
  const models = new Map(linked.map((model) => [model.name, model]))
  const tenantModel = linked.find(({ isTenant }) => isTenant)
  if (tenantModel === undefined)
    throw new Error('The dictionary has no model marked as the tenant.')
  return {
    models,
    modelByTable: new Map(linked.map((model) => [model.table, model])),
    modules: modules.map((module) => withModels(module, definitions)),
    loadOrder: sortByReferences(linked, models),
    tenantModel,
    labelOf: labeller(words),
    laws,
  }
}

/** The model that a reference points to; the dictionary's checks make sure that it exists. */
export function targetOf(registry: Registry, field: ReferenceField): Model {
  const target = registry.models.get(field.target)
  if (target === undefined)
    throw new Error(`Field ${field.name} refers to ${field.target}, which is not in the registry.`)
  return target
}

function collectDependents(
  definitions: readonly ModelDefinition[],
): ReadonlyMap<string, readonly Dependent[]> {
  const dependents = new Map<string, Dependent[]>()
  for (const { name, fields } of definitions) {
    for (const field of fields) {
      if (field.type !== 'reference') continue
      const list = dependents.get(field.target) ?? []
      list.push({ model: name, field: field.name })
      dependents.set(field.target, list)
    }
  }
  return dependents
}

function collectHeads(
  definitions: readonly ModelDefinition[],
): ReadonlyMap<string, readonly Head[]> {
  const all = definitions.flatMap(({ name, lines }) =>
    lines.map((own): Head => ({ model: name, lines: own })),
  )
  return Map.groupBy(all, ({ lines }) => lines.model)
}

function linkModel(
  definition: ModelDefinition,
  { dependents, heads }: Pick<Model, 'dependents' | 'heads'>,
): Model {
  const systemFields = definition.scope === 'tenant' ? TENANT_SYSTEM_FIELDS : GLOBAL_SYSTEM_FIELDS
  return {
    ...definition,
    systemFields,
    fieldByName: new Map(
      [...systemFields, ...definition.fields].map((field) => [field.name, field]),
    ),
    references: definition.fields.filter((field) => field.type === 'reference'),
    dependents,
    heads,
    withheld: [],
    condition: null,
  }
}

const SYSTEM = {
  help: null,
  required: true,
  unique: false,
  default: null,
  readOnly: { kind: 'platform' },
} as const
const ID: Field = { ...SYSTEM, name: 'id', label: 'Id', type: 'integer', unique: true }
const GLOBAL_SYSTEM_FIELDS: readonly Field[] = [ID]
const TENANT_SYSTEM_FIELDS: readonly Field[] = [
  ID,
  { ...SYSTEM, name: 'creado_en', label: 'Creado', type: 'instant' },
  { ...SYSTEM, name: 'modificado_en', label: 'Modificado', type: 'instant' },
  { ...SYSTEM, name: 'version', label: 'Versión del registro', type: 'integer' },
]

function withModels(
  module: CompiledDictionary['modules'][number],
  definitions: readonly ModelDefinition[],
): Module {
  const names = definitions
    .filter((definition) => definition.module === module.name)
    .map(({ name }) => name)
  return { ...module, models: names.toSorted() }
}

/** Depth first; a reference back into the current path is a cycle, and is left out. */
function sortByReferences(
  all: readonly Model[],
  models: ReadonlyMap<string, Model>,
): readonly Model[] {
  const sorted: Model[] = []
  const entered = new Set<string>()
  const visit = (model: Model): void => {
    if (entered.has(model.name)) return
    entered.add(model.name)
    for (const { target } of model.references) {
      const next = models.get(target)
      if (next !== undefined) visit(next)
    }
    sorted.push(model)
  }
  for (const model of all) visit(model)
  return sorted
}
