import type {
  Field,
  Model,
  RecordCondition,
  RecordText,
  Registry,
  TextPart,
} from '../dictionary/types.ts'
import { maskedValue } from '../query/mask.ts'
import type { FieldVisibility } from './field-visibility.ts'

type FieldVisibilities = ReadonlyMap<string, FieldVisibility>

/** What a caller's rights make of the models. */
export interface Narrowing {
  readonly registry: Registry
  mayRead(model: Model): boolean
  visibilities(model: Model): FieldVisibilities
}

/**
 * A model as a caller sees it: hidden fields are not in it, wherever a name could be used. The same object when nothing
 * is hidden.
 */
export function narrowModel(by: Narrowing, model: Model, condition: RecordCondition | null): Model {
  const visibilities = by.visibilities(model)
  const text = narrowText(by, model, visibilities)
  if (visibilities.size === 0 && text === model.text && condition === null) return model
  const fields = model.fields
    .filter((field) => visibilities.get(field.name)?.sees !== 'nothing')
    .map((field) => narrowField(field, visibilities.get(field.name)))
  const isPlain = (name: string) => (visibilities.get(name)?.sees ?? 'value') === 'value'
  return {
    ...model,
    fields,
    fieldByName: new Map([...model.systemFields, ...fields].map((field) => [field.name, field])),
    references: fields.filter((field) => field.type === 'reference'),
    text,
    uniqueKeys: model.uniqueKeys.filter((key) => key.fields.every(isPlain)),
    lookUps: model.lookUps.filter(({ field }) => isPlain(field)),
    codes: model.codes.filter(isPlain),
    codesOf: model.codesOf !== null && isPlain(model.codesOf) ? model.codesOf : null,
    admin: { ...model.admin, searchFields: model.admin.searchFields.filter(isPlain) },
    withheld: model.fields.filter(({ name }) => visibilities.get(name)?.sees === 'nothing'),
    condition,
  }
}

/** The fields of a model whose real values its reader does not see. */
export function hiddenOf(by: Narrowing, model: Model): readonly string[] {
  return [...by.visibilities(model)]
    .filter(([, { sees }]) => sees !== 'value')
    .map(([name]) => name)
}

function narrowField(field: Field, visibility: FieldVisibility | undefined): Field {
  if (visibility === undefined) return field
  const readOnly = visibility.mayWrite
    ? field.readOnly
    : (field.readOnly ?? { kind: 'profile' as const })
  if (visibility.sees === 'value') return { ...field, readOnly }
  return { ...field, readOnly, shown: (alias) => maskedValue(alias, field) }
}

const ID: RecordText = { separator: ' ', parts: [{ reference: null, field: 'id' }] }

/** The words for a record show nothing that its reader could not read in the records themselves. */
function narrowText(by: Narrowing, model: Model, visibilities: FieldVisibilities): RecordText {
  const parts = model.text.parts.filter((part) => isReadable(by, part, { model, visibilities }))
  if (parts.length === model.text.parts.length) return model.text
  return parts.length === 0 ? ID : { ...model.text, parts }
}

function isReadable(
  by: Narrowing,
  { reference, field }: TextPart,
  { model, visibilities }: { readonly model: Model; readonly visibilities: FieldVisibilities },
): boolean {
  const own = reference ?? field
  if ((visibilities.get(own)?.sees ?? 'value') !== 'value') return false
  if (reference === null) return true
  const source = model.fieldByName.get(reference)
  const target = source?.type === 'reference' ? by.registry.models.get(source.target) : undefined
  if (target === undefined || !by.mayRead(target)) return false
  return (by.visibilities(target).get(field)?.sees ?? 'value') === 'value'
}
