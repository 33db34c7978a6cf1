import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Field, Model } from '../dictionary/types.ts'
import { parseBoolean, parseFieldValue, type FieldValue } from './field-value.ts'
import { decodeAfter, type AfterKey, type SortTerm } from './keyset.ts'
import { type FilterOperator, type ListingRequest, type RawFilter } from './listing-request.ts'
import type { QueryProblem } from './query-problem.ts'
import { MAX_PROBLEMS, moreProblems, unknownName } from './unknown-names.ts'

/** A listing that fits its model; later code does not check again. */
export interface ListingPlan {
  readonly model: Model
  readonly columns: readonly Field[]
  readonly filters: readonly Filter[]
  /** Without the unique tail `id`, unless the client sorts by it. */
  readonly sort: readonly SortTerm[]
  readonly searchFields: readonly Field[]
  readonly searchWords: readonly string[]
  readonly withStr: boolean
  readonly withTotal: boolean
  readonly after: AfterKey | null
  readonly page: number
  readonly perPage: number
}

export type Filter =
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

const MAX_IN_VALUES = 1_000
const MAX_SEARCH_WORDS = 8
const UNORDERED_TYPES: ReadonlySet<Field['type']> = new Set(['boolean', 'json', 'secret'])

/** Checks a request against its model; reports every problem at once. */
export function planListing(
  model: Model,
  request: ListingRequest,
): Result<ListingPlan, readonly QueryProblem[]> {
  const problems: QueryProblem[] = []
  const sort = planSort(model, request, problems)
  const plan: ListingPlan = {
    model,
    columns: planColumns(model, request.fields, problems),
    filters: request.filters.flatMap((filter) => planFilter(model, filter, problems) ?? []),
    sort,
    searchFields: searchFields(model),
    searchWords: planSearch(model, request.search, problems),
    withStr: !request.isLean,
    withTotal: request.withTotal,
    after: planAfter(request.after, sort, problems),
    page: request.page,
    perPage: request.perPage,
  }
  return problems.length > 0 ? fail(problems) : ok(plan)
}

/** The field, or a problem that names the nearest one. A secret is treated like a field that does not exist. */
function lookUpField(model: Model, name: string, problems: QueryProblem[]): Field | null {
  const field = model.fieldByName.get(name)
  if (field !== undefined && field.type !== 'secret') return field
  const names = [...model.fieldByName.values()].filter(({ type }) => type !== 'secret')
  const candidates = names.map((candidate) => candidate.name)
  problems.push(unknownName(`${model.name} has no field`, name, candidates))
  return null
}

/** A field whose values may be compared: comparing would reveal one that the caller sees masked. */
function lookUpComparable(model: Model, name: string, problems: QueryProblem[]): Field | null {
  const field = lookUpField(model, name, problems)
  if (field?.shown === undefined) return field
  problems.push(invalid(name, `${name} is masked for you: it cannot be filtered or sorted by.`))
  return null
}

/** The fields of a record in their order on the wire: all but secrets. */
export function readableFields(model: Model): readonly Field[] {
  const all = [...model.systemFields.slice(0, 1), ...model.fields, ...model.systemFields.slice(1)]
  return all.filter(({ type }) => type !== 'secret')
}

export function planColumns(
  model: Model,
  names: readonly string[] | null,
  problems: QueryProblem[],
): readonly Field[] {
  const readable = readableFields(model)
  if (names === null) return readable
  const asked = new Set<string>()
  for (const name of names) {
    if (problems.length >= MAX_PROBLEMS) {
      problems.push(moreProblems(name))
      break
    }
    if (lookUpField(model, name, problems) !== null) asked.add(name)
  }
  // The id is always included: without it a client could not tell the records apart.
  return readable.filter(({ name }) => name === 'id' || asked.has(name))
}

function planSort(model: Model, request: ListingRequest, problems: QueryProblem[]): SortTerm[] {
  const terms: SortTerm[] = []
  for (const { field: name, isDescending } of request.sort) {
    const field = lookUpComparable(model, name, problems)
    if (field === null) continue
    if (field.type === 'json') {
      problems.push(invalid('sort', `${name} holds JSON and cannot be sorted by.`))
    }
    // A repeated field, or anything after the unique id, changes nothing.
    const isDecided = terms.some((term) => term.field.name === name || term.field.name === 'id')
    if (!isDecided) terms.push({ field, isDescending })
  }
  return terms
}

function invalid(field: string, message: string): QueryProblem {
  return { code: 'INVALID_PARAMETER', field, message }
}

function searchFields(model: Model): readonly Field[] {
  return model.admin.searchFields.flatMap((name) => {
    const field = model.fieldByName.get(name)
    return field?.type === 'text' || field?.type === 'long_text' ? [field] : []
  })
}

function planSearch(
  model: Model,
  search: string | null,
  problems: QueryProblem[],
): readonly string[] {
  if (search === null) return []
  if (searchFields(model).length === 0) {
    problems.push(invalid('q', `${model.name} has no text to search; filter by its fields.`))
  }
  return search.split(/\s+/).slice(0, MAX_SEARCH_WORDS)
}

function planAfter(
  raw: string | null,
  sort: readonly SortTerm[],
  problems: QueryProblem[],
): AfterKey | null {
  if (raw === null) return null
  const key = decodeAfter(raw, sort)
  if (key === null) {
    problems.push(invalid('after', 'after must be the meta.after of a page with the same sort.'))
  }
  return key
}

/** The condition of a filter, or null after adding a problem. */
export function planFilter(
  model: Model,
  filter: RawFilter,
  problems: QueryProblem[],
): Filter | null {
  const field = lookUpComparable(model, filter.field, problems)
  if (field === null) return null
  const complain = (message: string): null => {
    problems.push(invalid(filter.parameter, `${filter.parameter} ${message}.`))
    return null
  }
  if (filter.operator === 'in') return planIn(field, filter, complain)
  const [raw = '', ...more] = filter.values
  if (more.length > 0) return complain('may be given once; use __in for several values')
  switch (filter.operator) {
    case 'like':
      if (raw.includes('\0')) return complain('must not contain null bytes')
      if (/(?:^|[^\\])(?:\\\\)*\\$/.test(raw)) return complain('must not end in a single backslash')
      return { kind: 'like', field, pattern: likePattern(raw) }
    case 'null': {
      const isNull = parseBoolean(raw)
      return isNull === null ? complain('must be true or false') : { kind: 'null', field, isNull }
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      if (UNORDERED_TYPES.has(field.type))
        return complain(`does not apply to a ${field.type} field`)
      return planComparison(field, filter.operator, { raw, complain })
    case 'eq':
      return planComparison(field, 'eq', { raw, complain })
  }
}

interface RawValue {
  readonly raw: string
  readonly complain: (message: string) => null
}

function planComparison(
  field: Field,
  operator: Comparison,
  { raw, complain }: RawValue,
): Filter | null {
  const value = parseFieldValue(field, raw)
  return value.ok ? { kind: 'compare', field, operator, value: value.value } : complain(value.error)
}

function planIn(
  field: Field,
  filter: RawFilter,
  complain: (message: string) => null,
): Filter | null {
  // An empty text is the empty list, which contains no record; an empty text among the values is written `[""]`.
  const raws = filter.values.filter((raw) => raw.trim() !== '').flatMap(splitValues)
  if (raws.length > MAX_IN_VALUES) return complain(`takes at most ${MAX_IN_VALUES} values`)
  const values: FieldValue[] = []
  for (const raw of raws) {
    const value = parseFieldValue(field, raw)
    if (!value.ok)
      return complain(`holds ${JSON.stringify(raw.slice(0, 50))}, but each value ${value.error}`)
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
