import type { Field, Model, ReferenceField } from '../../dictionary/types.ts'
import {
  AT_MOST_VALUES,
  EACH_VALUE,
  FILTER_IS,
  LOOKS_INTO,
  MASKED,
  NO_LONE_BACKSLASH,
  NOT_OF_TYPE,
  ONCE_USE_IN,
} from '../../messages/filters.ts'
import type { Message } from '../../messages/message.ts'
import { BOOLEAN, NO_NULL_BYTES } from '../../messages/values.ts'
import { parseBoolean, parseFieldValue, type FieldValue } from '../field-value.ts'
import { invalid } from '../parameters.ts'
import type { QueryProblem } from '../query-problem.ts'
import { noFieldOf, unknownName } from '../unknown-names.ts'
import { unknownSuffix, type FilterOperator, type RawFilter } from './filter-request.ts'

/** A condition on a record: on one of its fields, on what a reference points to, or one of several. */
export type Filter =
  | FieldFilter
  | {
      readonly kind: 'through'
      readonly reference: ReferenceField
      readonly target: Model
      readonly filter: FieldFilter
    }
  | { readonly kind: 'any'; readonly filters: readonly Filter[] }

export type FieldFilter =
  | {
      readonly kind: 'compare'
      readonly field: Field
      readonly operator: Comparison
      readonly value: FieldValue
    }
  | { readonly kind: 'in'; readonly field: Field; readonly values: readonly FieldValue[] }
  | { readonly kind: 'like'; readonly field: Field; readonly pattern: string }
  | { readonly kind: 'null'; readonly field: Field; readonly isNull: boolean }

export type Comparison = Exclude<FilterOperator, 'in' | 'like' | 'null'>

/** A model as the caller may read it, by its name; undefined for one that he may not. */
export type ReadableModels = (name: string) => Model | undefined

const MAX_IN_VALUES = 1_000
const UNORDERED_TYPES: ReadonlySet<Field['type']> = new Set(['boolean', 'json', 'secret'])

/** The field, or a problem that names the nearest one. A secret is treated like a field that does not exist. */
export function lookUpField(model: Model, name: string, problems: QueryProblem[]): Field | null {
  const field = model.fieldByName.get(name)
  if (field !== undefined && field.type !== 'secret') return field
  const names = [...model.fieldByName.values()].filter(({ type }) => type !== 'secret')
  const candidates = names.map((candidate) => candidate.name)
  problems.push(unknownName(noFieldOf(model), name, candidates))
  return null
}

/** A field whose values may be compared: comparing would reveal one that the caller sees masked. */
export function lookUpComparable(
  model: Model,
  name: string,
  problems: QueryProblem[],
): Field | null {
  const field = lookUpField(model, name, problems)
  if (field?.shown === undefined) return field
  problems.push(invalid(name, MASKED({ field: name, model: model.name })))
  return null
}

/** The condition of a filter, or null after adding a problem. */
export function planFilter(
  model: Model,
  filter: RawFilter,
  { models, problems }: { readonly models: ReadableModels; readonly problems: QueryProblem[] },
): Filter | null {
  if (filter.through === null) return planFieldFilter(model, filter, problems)
  const reference = lookUpComparable(model, filter.through, problems)
  if (reference === null) return null
  if (reference.type !== 'reference') {
    problems.push(unknownSuffix(filter.parameter, filter.field))
    return null
  }
  const target = models(reference.target)
  if (target === undefined) {
    const { parameter } = filter
    problems.push(invalid(parameter, LOOKS_INTO({ filter: parameter, target: reference.target })))
    return null
  }
  const found = planFieldFilter(target, filter, problems)
  return found === null ? null : { kind: 'through', reference, target, filter: found }
}

function planFieldFilter(
  model: Model,
  filter: RawFilter,
  problems: QueryProblem[],
): FieldFilter | null {
  const field = lookUpComparable(model, filter.field, problems)
  if (field === null) return null
  const { parameter } = filter
  const about = { filter: parameter, field: field.name, model: model.name }
  const complain = (what: Message): null => {
    problems.push(invalid(parameter, FILTER_IS({ ...about, what })))
    return null
  }
  if (filter.operator === 'in') return planIn(field, filter, complain)
  const [raw = '', ...more] = filter.values
  if (more.length > 0) return complain(ONCE_USE_IN())
  switch (filter.operator) {
    case 'like':
      if (raw.includes('\0')) return complain(NO_NULL_BYTES())
      if (/(?:^|[^\\])(?:\\\\)*\\$/.test(raw)) return complain(NO_LONE_BACKSLASH())
      return { kind: 'like', field, pattern: likePattern(raw) }
    case 'null': {
      const isNull = parseBoolean(raw)
      return isNull === null ? complain(BOOLEAN()) : { kind: 'null', field, isNull }
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      if (UNORDERED_TYPES.has(field.type)) return complain(NOT_OF_TYPE({ type: field.type }))
      return planComparison(field, filter.operator, { raw, complain })
    case 'eq':
    case 'ne':
      return planComparison(field, filter.operator, { raw, complain })
  }
}

interface RawValue {
  readonly raw: string
  readonly complain: (what: Message) => null
}

function planComparison(
  field: Field,
  operator: Comparison,
  { raw, complain }: RawValue,
): FieldFilter | null {
  const value = parseFieldValue(field, raw)
  return value.ok ? { kind: 'compare', field, operator, value: value.value } : complain(value.error)
}

function planIn(
  field: Field,
  filter: RawFilter,
  complain: (what: Message) => null,
): FieldFilter | null {
  // An empty text is the empty list, which contains no record; an empty text among the values is written `[""]`.
  const raws = filter.values.filter((raw) => raw.trim() !== '').flatMap(splitValues)
  if (raws.length > MAX_IN_VALUES) return complain(AT_MOST_VALUES({ most: MAX_IN_VALUES }))
  const values: FieldValue[] = []
  for (const raw of raws) {
    const value = parseFieldValue(field, raw)
    if (!value.ok) {
      const shown = JSON.stringify(raw.slice(0, 50))
      return complain(EACH_VALUE({ shown, what: value.error }))
    }
    values.push(value.value)
  }
  return { kind: 'in', field, values }
}

/** `1,2,3` or a JSON array, which can hold texts with commas. */
function splitValues(raw: string): readonly string[] {
  if (raw.startsWith('[')) {
    const parsed = parseJson(raw)
    if (Array.isArray(parsed) && parsed.every(isScalar)) return parsed.map(String)
  }
  return raw.split(',').map((value) => value.trim())
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    // Not JSON: then it is a plain text that starts with a bracket.
    return undefined
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** `%` and `_` as in SQL; a value without them is searched for anywhere. */
function likePattern(raw: string): string {
  return /[%_]/.test(raw) ? raw : `%${raw.replaceAll('\\', '\\\\')}%`
}
