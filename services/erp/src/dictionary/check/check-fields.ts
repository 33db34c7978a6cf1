import { cancelledState } from '../derive/derive-keys.ts'
import { isShowableType } from '../derive/derive-text.ts'
import { MAX_IDENTIFIER_BYTES } from '../naming.ts'
import type { Field, ModelDefinition } from '../types.ts'
import type { CheckedModel, Complain } from './checked-model.ts'

const FIELD_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
const SYSTEM_FIELDS = new Set(['id', 'empresa_id', 'creado_en', 'modificado_en'])
const TENANT_SYSTEM_FIELDS = new Set(['version'])
/** Query parameters of listings: a field of that name could not be filtered by. */
const LISTING_PARAMETERS = new Set([
  'page',
  'per_page',
  'sort',
  'order',
  'lean',
  'fields',
  'q',
  'after',
  'format',
  'lines',
])

/** Names of fields, and the fields that keys, texts and layouts mention. */
export function checkFields(
  entry: CheckedModel,
  models: ReadonlyMap<string, ModelDefinition>,
  complain: Complain,
): void {
  checkNames(entry.model, complain)
  checkKeys(entry, complain)
  checkText(entry, models, complain)
  checkLayout(entry, complain)
}

function checkNames(model: ModelDefinition, complain: Complain): void {
  const names = new Set(model.fields.map(({ name }) => name))
  for (const { name, type } of model.fields) {
    const path = `fields/${name}`
    if (!FIELD_NAME.test(name))
      complain(
        path,
        `"${name}" must be lower snake_case with single underscores: a double one starts a filter's suffix.`,
      )
    if (name.length > MAX_IDENTIFIER_BYTES - '_str'.length)
      complain(path, `"${name}" is too long: with _str it must fit ${MAX_IDENTIFIER_BYTES} bytes.`)
    const isSystem =
      SYSTEM_FIELDS.has(name) || (model.scope === 'tenant' && TENANT_SYSTEM_FIELDS.has(name))
    if (isSystem) complain(path, `"${name}" is a field that the platform adds.`)
    if (LISTING_PARAMETERS.has(name)) complain(path, `"${name}" is a parameter of listings.`)
    if (type === 'reference' && names.has(`${name}_str`))
      complain(
        `fields/${name}_str`,
        `"${name}_str" is how reference "${name}" is written in words.`,
      )
  }
}

function checkKeys({ source, model }: CheckedModel, complain: Complain): void {
  const byName = new Map(model.fields.map((field) => [field.name, field]))
  if (source.uniqueInForce.length > 0 && cancelledState(model.fields) === undefined)
    complain('unique_in_force', 'The model has no "estado" with cancelada or cancelado.')
  for (const [key, lists] of [
    ['unique', source.unique],
    ['unique_in_force', source.uniqueInForce],
    ['indexes', source.indexes],
  ] as const) {
    for (const [i, list] of lists.entries()) {
      for (const name of list)
        checkKeyField(byName.get(name), name, (message) => complain(`${key}/${i}`, message))
    }
  }
  for (const field of model.fields) {
    if (field.unique)
      checkKeyField(field, field.name, (message) => complain(`fields/${field.name}`, message))
  }
}

function checkKeyField(
  field: Field | undefined,
  name: string,
  complain: (message: string) => void,
): void {
  if (field === undefined) complain(`There is no field "${name}".`)
  else if (field.type === 'json' || field.type === 'secret' || field.type === 'long_text')
    complain(`A field of type ${field.type} cannot be in a key or index.`)
}

/**
 * What was derived from another model's text is right when that text is, so only what the file itself says is checked.
 */
function checkText(
  { source, model }: CheckedModel,
  models: ReadonlyMap<string, ModelDefinition>,
  complain: Complain,
): void {
  for (const { reference, field: name } of model.text.parts) {
    if (source.text === null && reference !== null) continue
    const holder = reference === null ? model : targetByField(model, reference, models)
    const field = holder?.fields.find((candidate) => candidate.name === name)
    const shown = reference === null ? name : `${reference}.${name}`
    if (field === undefined)
      complain('str', `There is no field "${shown}" to write the record with; say how under "str".`)
    else if (!isShowableType(field.type))
      complain('str', `"${shown}" is of type ${field.type}, which cannot be part of a text.`)
  }
}

function targetByField(
  model: ModelDefinition,
  reference: string,
  models: ReadonlyMap<string, ModelDefinition>,
): ModelDefinition | undefined {
  const field = model.fields.find(({ name }) => name === reference)
  return field?.type === 'reference' ? models.get(field.target) : undefined
}

function checkLayout({ source, model }: CheckedModel, complain: Complain): void {
  const names = new Set(model.fields.map(({ name }) => name))
  const mustExist = (path: string, list: readonly string[]) => {
    for (const name of list) if (!names.has(name)) complain(path, `There is no field "${name}".`)
  }
  mustExist('search', source.search ?? [])
  mustExist('admin/list_display', source.admin.listDisplay ?? [])
  mustExist('admin/filters', source.admin.filters ?? [])
  mustExist(
    'admin/ordering',
    (source.admin.ordering ?? []).map(({ field }) => field).filter((field) => field !== 'id'),
  )
  mustExist(
    'grid',
    (source.grid ?? []).map(({ field }) => field),
  )
  for (const { title, fields } of source.capture ?? [])
    mustExist(
      `capture/${title}`,
      fields.map(({ field }) => field),
    )
  checkSearch(model, complain)
  checkCapture(model, complain)
}

function checkSearch(model: ModelDefinition, complain: Complain): void {
  for (const name of model.admin.searchFields) {
    const type = model.fields.find((field) => field.name === name)?.type
    if (type !== undefined && type !== 'text' && type !== 'long_text')
      complain('search', `"${name}" is of type ${type}; only text can be searched.`)
  }
}

/** A form without a required field could never be saved. */
function checkCapture(model: ModelDefinition, complain: Complain): void {
  const captured = new Set(
    model.capture.sections.flatMap(({ fields }) => fields.map(({ field }) => field)),
  )
  for (const { name, required, default: value, readOnly } of model.fields) {
    if (required && value === null && readOnly === null && !captured.has(name))
      complain('capture', `Required field "${name}" is in no section.`)
    if (required && value === null && readOnly !== null && model.operations.includes('create'))
      complain(
        `fields/${name}`,
        `"${name}" is required, but nobody can write it on create: give it a default.`,
      )
  }
}
