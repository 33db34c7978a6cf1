import { describeAction, type ActionDescription } from './action-description.ts'
import { currencyOf } from './currency.ts'
import { formatOf, widgetOf } from './derive/derive-widget.ts'
import { printFill, sourcesOf } from './fill.ts'
import { fillingOf, printComputed } from './formula.ts'
import { lawOf } from './laws.ts'
import type { CaptureSection } from './layout-types.ts'
import type { Field, Laws, Model } from './types.ts'

/** What the life of the documents says of the model; nulls where they have none. */
interface States {
  readonly own: object | null
  readonly before: (action: string) => readonly string[] | null
  readonly after: (action: string) => readonly string[] | null
  readonly changesIn: (field: string) => readonly string[] | null
  readonly linesChangeIn: (lineModel: string) => readonly string[] | null
}

/** What metadata needs besides the model. */
interface Around {
  readonly models: ReadonlyMap<string, Model>
  readonly actions: readonly ActionDescription[]
  readonly states: States
  readonly laws: Laws
  /** Whether there is a form to print. */
  readonly isPrintable: boolean
}

/**
 * What `GET /metadata/{modelo}` says of a model: enough to draw its list, its form and its buttons.
 * @source docs/contract/erp.md, Model endpoints
 * @source docs/decisions/0202-erp-metadata.md
 * @source docs/decisions/0261-erp-metadata-for-consoles.md
 */
export function modelMetadata(model: Model, around: Around) {
  return {
    model: model.name,
    label: model.label,
    label_plural: model.labelPlural,
    help: model.help,
    level: model.level,
    module: model.module,
    multi_tenant: model.scope === 'tenant',
    operations: ['read', ...model.operations],
    text: model.text,
    state_field: stateField(model),
    states: around.states.own,
    printable: around.isPrintable,
    preview: model.operations.includes('create') || model.operations.includes('update'),
    partner: model.partner,
    columns: columns(model, around),
    relations: relations(model, around),
    admin: admin(model, around),
    capture: { sections: model.capture.sections.map(section), entry: model.entry },
    grid: grid(model, around),
  }
}

function columns(model: Model, { models, states, laws }: Around) {
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
    fill: field.fill === undefined ? null : printFill(field.fill),
    fill_from: field.fill === undefined ? [] : sourcesOf(field.fill),
    unique: field.unique,
    read_only: field.readOnly !== null,
    changed_by: field.readOnly?.kind === 'action' ? field.readOnly.actions : [],
    computed: field.computed === undefined ? null : printComputed(field.computed),
    write_only: field.type === 'secret',
    default: defaultText(field),
    choices: field.type === 'choice' ? field.choices : null,
    references: field.type === 'reference' ? field.target : null,
    help: field.help,
    ...inputOf(field),
    currency: currencyOf(model, field, models),
    changes_in: states.changesIn(field.name),
    law: lawOf(laws, model.name, field),
  }))
}

/** How a console lets people write a value, and shows it. */
function inputOf(field: Field) {
  return {
    widget: widgetOf(field),
    format: formatOf(field),
    form: field.type === 'text' ? (field.form ?? null) : null,
    required_if: field.requiredIf ?? null,
    visible_if: field.visibleIf ?? null,
  }
}

/** The field that says how a record stands. */
function stateField({ fieldByName }: Model): string | null {
  return fieldByName.get('estado')?.type === 'choice' ? 'estado' : null
}

function section({ title, fields, visibleIf }: CaptureSection) {
  return { title, fields, visible_if: visibleIf ?? null }
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

function relations(model: Model, { models, states }: Around) {
  const searched = (name: string) => models.get(name)?.admin.searchFields ?? []
  const outgoing = model.references.map((field) => ({
    field: field.name,
    model: field.target,
    kind: 'many_to_one',
    label_field: `${field.name}_str`,
    on_delete: field.onDelete,
    composition: false,
    name: null,
    order: null,
    label: field.label,
    search_fields: searched(field.target),
    changes_in: null,
    line_of: (models.get(field.target)?.lines ?? []).some(
      (lines) => lines.model === model.name && lines.field === field.name,
    ),
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
      label: models.get(dependent.model)?.labelPlural ?? dependent.model,
      search_fields: searched(dependent.model),
      changes_in: lines === undefined ? null : states.linesChangeIn(dependent.model),
      line_of: false,
    }
  })
  return [...outgoing, ...incoming]
}

function admin(model: Model, { models }: Around) {
  const { admin: shown } = model
  return {
    list_display: shown.listDisplay,
    search_fields: shown.searchFields,
    filters: shown.filters,
    ordering: shown.ordering.map(({ field, direction }) =>
      direction === 'desc' ? `-${field}` : field,
    ),
    per_page: shown.perPage,
    codes: model.codesOf === null ? model.codes : [],
    other_codes: otherCodes(model, models),
    summary: shown.summary.map((name) => sumOf(model, name, models)),
  }
}

/** The texts of other models that name a record of this one whole. */
function otherCodes({ dependents }: Model, models: ReadonlyMap<string, Model>) {
  return dependents.flatMap(({ model: name, field: reference }) => {
    const other = models.get(name)
    if (other?.codesOf !== reference) return []
    return other.codes.map((field) => ({ model: name, field, reference }))
  })
}

/** An amount whose sum is worth showing, apart by currency where the records have one. */
function sumOf(model: Model, name: string, models: ReadonlyMap<string, Model>) {
  const field = model.fieldByName.get(name)
  const currency = field === undefined ? null : currencyOf(model, field, models)
  return { field: name, group_by: currency !== null && !currency.includes('.') ? currency : null }
}

function grid(model: Model, { actions, states, laws }: Around) {
  return {
    columns: model.grid.columns,
    actions: actions.map((action) => ({
      ...describeAction(action, laws),
      from_states: states.before(action.name),
      to_states: states.after(action.name),
    })),
  }
}
