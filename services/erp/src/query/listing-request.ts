import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { QueryProblem } from './problem.ts'

/** A listing as the client wrote it: well-formed, but not yet checked against a model. */
export interface ListingRequest {
  readonly page: number
  /** 1 to 100; more was asked for than is served when the client sent more. */
  readonly perPage: number
  readonly sort: readonly { readonly field: string; readonly isDescending: boolean }[]
  readonly isLean: boolean
  readonly withTotal: boolean
  readonly fields: readonly string[] | null
  readonly search: string | null
  readonly after: string | null
  readonly format: ListingFormat
  /** Of an exported file: names of fields, or the labels that people see. */
  readonly headers: 'name' | 'label'
  readonly filters: readonly RawFilter[]
}

type ListingFormat = 'json' | 'csv' | 'xlsx'

export interface RawFilter {
  /** The parameter as written, for messages. */
  readonly parameter: string
  readonly field: string
  readonly operator: FilterOperator
  readonly values: readonly string[]
}

export type FilterOperator = 'eq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'like' | 'null'

/** A query string, each parameter with all its values. */
export type QueryParameters = ReadonlyMap<string, readonly string[]>

const SUFFIXES: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte', 'in', 'like', 'null'])
/** What a listing is told besides its filters. None may be the name of any model's field, which would be no filter then. */
export const CONTROLS: ReadonlySet<string> = new Set([
  'page',
  'per_page',
  'sort',
  'order',
  'lean',
  'count',
  'fields',
  'q',
  'after',
  'format',
  'headers',
])
const DEFAULT_PER_PAGE = 25
const MAX_PER_PAGE = 100
// Beyond this an offset costs more than any reader waits for; `after` has no such end.
const MAX_PAGE = 10_000_000
const MAX_FILTERS = 50
const MAX_SORTS = 8
const MAX_SEARCH_LENGTH = 200

/**
 * Reads a listing's query string without knowing the model.
 * @source docs/contract/erp.md, Listing query controls
 */
export function parseListing(
  parameters: QueryParameters,
): Result<ListingRequest, readonly QueryProblem[]> {
  const problems: QueryProblem[] = []
  const reader = controlReader(parameters, problems)
  const request: ListingRequest = {
    page: reader.integer('page', 1, MAX_PAGE) ?? 1,
    perPage: Math.min(
      reader.integer('per_page', 1, Number.MAX_SAFE_INTEGER) ?? DEFAULT_PER_PAGE,
      MAX_PER_PAGE,
    ),
    sort: parseSort(reader.text('sort'), reader.oneOf('order', ['asc', 'desc']), problems),
    isLean: reader.boolean('lean') ?? false,
    withTotal: reader.boolean('count') ?? true,
    fields: splitList(reader.text('fields')),
    search: parseSearch(reader.text('q'), problems),
    after: reader.text('after') ?? null,
    format: reader.oneOf('format', ['json', 'csv', 'xlsx']) ?? 'json',
    headers: reader.oneOf('headers', ['name', 'label']) ?? 'name',
    filters: parseFilters(parameters, problems),
  }
  if (request.after !== null && parameters.has('page')) {
    problems.push(invalid('after', 'after continues a listing and cannot be combined with page.'))
  }
  return problems.length > 0 ? fail(problems) : ok(request)
}

function invalid(field: string, message: string): QueryProblem {
  return { code: 'INVALID_PARAMETER', field, message }
}

/** Reads parameters that may be given once; what they cannot hold is added to `problems`. */
export function controlReader(parameters: QueryParameters, problems: QueryProblem[]) {
  const text = (name: string): string | undefined => {
    const values = parameters.get(name) ?? []
    if (values.length > 1) problems.push(invalid(name, `${name} may be given once.`))
    return values[0]
  }
  return {
    text,
    integer: (name: string, min: number, max: number): number | undefined => {
      const raw = text(name)
      if (raw === undefined) return undefined
      const value = Number(raw)
      if (/^\d+$/.test(raw) && value >= min && value <= max) return value
      const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`
      problems.push(
        invalid(name, `${name} must be a whole number ${range}, not ${JSON.stringify(raw)}.`),
      )
      return undefined
    },
    boolean: (name: string): boolean | undefined => {
      const raw = text(name)
      if (raw === undefined) return undefined
      const value = parseBoolean(raw)
      if (value === null) problems.push(invalid(name, `${name} must be true or false.`))
      return value ?? undefined
    },
    oneOf: <const T extends string>(name: string, allowed: readonly T[]): T | undefined => {
      const raw = text(name)
      const found = allowed.find((value) => value === raw)
      if (raw !== undefined && found === undefined) {
        problems.push(invalid(name, `${name} must be one of ${allowed.join(', ')}.`))
      }
      return found
    },
  }
}

/** `true`/`1`, `false`/`0`, else null. */
export function parseBoolean(raw: string): boolean | null {
  if (raw === 'true' || raw === '1') return true
  if (raw === 'false' || raw === '0') return false
  return null
}

function parseSort(
  sort: string | undefined,
  order: 'asc' | 'desc' | undefined,
  problems: QueryProblem[],
): ListingRequest['sort'] {
  // Without a field to sort by the record's id is sorted by, in whatever direction was asked for.
  const names = splitList(sort) ?? (order === 'desc' ? ['id'] : [])
  if (names.length > MAX_SORTS) {
    problems.push(invalid('sort', `sort takes at most ${MAX_SORTS} fields.`))
  }
  return names.map((name) => ({
    field: name.replace(/^[-+]/, ''),
    // A minus turns the common direction round, so that `sort=a,-b&order=desc` means a descending, b ascending.
    isDescending: (order === 'desc') !== name.startsWith('-'),
  }))
}

export function splitList(raw: string | undefined): readonly string[] | null {
  if (raw === undefined) return null
  const parts = raw
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length === 0 ? null : parts
}

function parseSearch(raw: string | undefined, problems: QueryProblem[]): string | null {
  if (raw === undefined || raw.trim() === '') return null
  if (raw.length > MAX_SEARCH_LENGTH) {
    problems.push(invalid('q', `q takes at most ${MAX_SEARCH_LENGTH} characters.`))
  }
  if (raw.includes('\0')) problems.push(invalid('q', 'q must not contain null bytes.'))
  return raw.trim()
}

function parseFilters(parameters: QueryParameters, problems: QueryProblem[]): readonly RawFilter[] {
  const filters: RawFilter[] = []
  for (const [parameter, values] of parameters) {
    if (CONTROLS.has(parameter)) continue
    const filter = parseFilter(parameter, values)
    if (filter.ok) filters.push(filter.value)
    else problems.push(filter.error)
  }
  if (filters.length > MAX_FILTERS) {
    problems.push(invalid('filter', `A listing takes at most ${MAX_FILTERS} filters.`))
  }
  return filters
}

/** `fecha__gte` as a field and an operator; whether the model has the field is not known here. */
export function parseFilter(
  parameter: string,
  values: readonly string[],
): Result<RawFilter, QueryProblem> {
  const split = parameter.lastIndexOf('__')
  const suffix = split > 0 ? parameter.slice(split + 2) : undefined
  if (suffix !== undefined && !SUFFIXES.has(suffix)) {
    return fail({
      code: 'UNKNOWN_FIELD',
      field: parameter,
      message: `There is no filter __${suffix}; allowed are ${[...SUFFIXES].map((name) => `__${name}`).join(', ')}.`,
    })
  }
  const field = split > 0 ? parameter.slice(0, split) : parameter
  // The suffixes are the operators but `eq`, which is written without one.
  const operator = (suffix ?? 'eq') as FilterOperator
  return ok({ parameter, field, operator, values })
}
