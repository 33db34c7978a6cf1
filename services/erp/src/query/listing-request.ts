import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional } from '@oficina/api/parameter.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import {
  anyText,
  choice,
  flag,
  invalid,
  readParameters,
  wholeNumber,
  type QueryParameters,
} from './parameters.ts'
import type { QueryProblem } from './query-problem.ts'

/** A listing as the client wrote it: well-formed, but not yet checked against a model. */
export interface ListingRequest {
  readonly page: number
  /** 1 to 100; the client may have asked for more than is served. */
  readonly perPage: number
  readonly sort: readonly { readonly field: string; readonly isDescending: boolean }[]
  readonly isLean: boolean
  readonly withTotal: boolean
  readonly fields: readonly string[] | null
  readonly search: string | null
  readonly after: string | null
  readonly format: ListingFormat
  /** For an exported file: names of fields, or the labels that people see. */
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

const SUFFIXES: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte', 'in', 'like', 'null'])
const DEFAULT_PER_PAGE = 25
const MAX_PER_PAGE = 100
// A larger offset costs more than any reader waits for; `after` has no such limit.
const MAX_PAGE = 10_000_000
const MAX_FILTERS = 50
const MAX_SORTS = 8
const MAX_SEARCH_LENGTH = 200

const unbounded = wholeNumber(1)

/** A page of a listing or a report. */
export const PAGING = {
  page: defaulted(wholeNumber(1, MAX_PAGE), 1),
  per_page: defaulted(
    {
      ...described(unbounded, `More than ${MAX_PER_PAGE} is served as ${MAX_PER_PAGE}.`),
      check: (value, place) => Math.min(unbounded.check(value, place), MAX_PER_PAGE),
    },
    DEFAULT_PER_PAGE,
  ),
}

/** What is shown of each record. */
export const SHOWN = {
  fields: optional(anyText({ description: 'Only these fields, with commas.' })),
  lean: defaulted(described(flag, 'true leaves the _str values out.'), false),
}

/**
 * The parameters of a listing besides its filters. No model may have a field of such a name, which could not be a
 * filter.
 */
export const LISTING_CONTROLS = {
  ...PAGING,
  sort: optional(
    anyText({ description: 'A field, or several with commas; a minus means descending.' }),
  ),
  order: defaulted(choice(['asc', 'desc']), 'asc'),
  ...SHOWN,
  count: defaulted(described(flag, 'false leaves meta.total and meta.pages out, for speed.'), true),
  q: optional(
    anyText({
      maxLength: MAX_SEARCH_LENGTH,
      description: 'Words that must occur in the search fields.',
    }),
  ),
  after: optional(
    anyText({ description: 'meta.after of the page before; costs the same on every page.' }),
  ),
  format: defaulted(choice(['json', 'csv', 'xlsx']), 'json'),
  headers: defaulted(described(choice(['name', 'label']), 'Of an exported file.'), 'name'),
}

export const CONTROLS: ReadonlySet<string> = new Set(Object.keys(LISTING_CONTROLS))

/**
 * Reads a listing's query string without knowing the model.
 * @source docs/contract/erp.md, Listing query controls
 */
export function parseListing(
  parameters: QueryParameters,
): Result<ListingRequest, readonly QueryProblem[]> {
  const problems: QueryProblem[] = []
  const given = readParameters(LISTING_CONTROLS, parameters, problems)
  const request: ListingRequest = {
    page: given.page,
    perPage: given.per_page,
    sort: parseSort(given.sort, given.order, problems),
    isLean: given.lean,
    withTotal: given.count,
    fields: splitList(given.fields),
    search: parseSearch(given.q, problems),
    after: given.after ?? null,
    format: given.format,
    headers: given.headers,
    filters: parseFilters(parameters, problems),
  }
  if (request.after !== null && parameters.has('page')) {
    problems.push(invalid('after', 'after continues a listing and cannot be combined with page.'))
  }
  return problems.length > 0 ? fail(problems) : ok(request)
}

function parseSort(
  sort: string | undefined,
  order: 'asc' | 'desc',
  problems: QueryProblem[],
): ListingRequest['sort'] {
  // Without a field, it sorts by the record's id, in the requested direction.
  const names = splitList(sort) ?? (order === 'desc' ? ['id'] : [])
  if (names.length > MAX_SORTS) {
    problems.push(invalid('sort', `sort takes at most ${MAX_SORTS} fields.`))
  }
  return names.map((name) => ({
    field: name.replace(/^[-+]/, ''),
    // A minus reverses the common direction, so that `sort=a,-b&order=desc` means a descending, b ascending.
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
  // The suffixes are the operators except `eq`, which is written without one.
  const operator = (suffix ?? 'eq') as FilterOperator
  return ok({ parameter, field, operator, values })
}
