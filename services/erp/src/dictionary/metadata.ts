import { describeAction, type ActionDescription } from './action-description.ts'
import { fillingOf, printComputed } from './formula.ts'
import type { Field, Model } from './types.ts'

/** The states from which an action moves a record; null: its model has no table of states. */
type FromStates = (action: string) => readonly string[] | null

/**
 * What `GET /metadata/{modelo}` says of a model: enough to draw its list, its form and its buttons.
 * @source docs/contract/erp.md, Model endpoints
 * @source docs/decisions/0202-erp-metadata.md
 */
export function modelMetadata(
  model: Model,
  actions: readonly ActionDescription[],
  fromStates: FromStates,
) {
  return {
    model: model.name,
    label: model.label,
    label_plural: model.labelPlural,
    help: model.help,
    level: model.level,
    module: model.module,
    multi_tenant: model.scope === 'tenant',
    operations: ['read', ...model.operations],
    columns: columns(model),
    relations: relations(model),
    admin: admin(model),
    capture: { sections: model.capture.sections },
    grid: grid(model, actions, fromStates),
  }
}

function columns(model: Model) {
  const fields = [
    ...model.systemFields.slice(0, 1),
    ...model.fields,
    ...model.systemFields.slice(1),
  ]
  return fields.map((field) => ({
    name: field.name,
    label: field.label,
    type: field.type,
    length: field.type === 'text' ? field.length : null,
    precision: 'precision' in field ? field.precision : null,
    scale: 'scale' in field ? field.scale : null,
    required: field.required,
    filled_by: filledBy(field),
    unique: field.unique,
    read_only: field.readOnly !== null,
    changed_by: field.readOnly?.kind === 'action' ? field.readOnly.actions : [],
    computed: field.computed === undefined ? null : printComputed(field.computed),
    write_only: field.type === 'secret',
    default: defaultText(field),
    choices: field.type === 'choice' ? field.choices : null,
    references: field.type === 'reference' ? field.target : null,
    help: field.help,
  }))
}

/** What writes a column that is left out of a new record; null: a required one has to be sent. */
function filledBy(field: Field): string | null {
  if (field.readOnly !== null) return 'service'
  return fillingOf(field) ?? (field.default === null ? null : 'default')
}

function defaultText(field: Field): string | number | boolean | null {
  if (field.default === null) return null
  return field.default.kind === 'value' ? field.default.value : field.default.kind
}

function relations(model: Model) {
  const outgoing = model.references.map((field) => ({
    field: field.name,
    model: field.target,
    kind: 'many_to_one',
    label_field: `${field.name}_str`,
    on_delete: field.onDelete,
    composition: false,
    name: null,
    order: null,
  }))
  const incoming = model.dependents.map((dependent) => {
    const lines = model.lines.find(
      (own) => own.model === dependent.model && own.field === dependent.field,
    )
    return {
      field: dependent.field,
      model: dependent.model,
      kind: 'one_to_many',
      label_field: null,
      on_delete: 'restrict',
      composition: lines !== undefined,
      name: lines?.name ?? null,
      order: lines?.number ?? null,
    }
  })
  return [...outgoing, ...incoming]
}

function admin({ admin: shown }: Model) {
  return {
    list_display: shown.listDisplay,
    search_fields: shown.searchFields,
    filters: shown.filters,
    ordering: shown.ordering.map(({ field, direction }) =>
      direction === 'desc' ? `-${field}` : field,
    ),
    per_page: shown.perPage,
  }
}

function grid(model: Model, actions: readonly ActionDescription[], fromStates: FromStates) {
  return {
    columns: model.grid.columns,
    actions: actions.map((action) => ({
      ...describeAction(action),
      from_states: fromStates(action.name),
    })),
  }
}
