import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional } from '@oficina/api/parameter.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import {
  AFTER_WITHOUT_PAGE,
  SEARCH_TAKES,
  SEARCH_WITHOUT_NULL_BYTES,
  SORT_TAKES,
} from '../../messages/listings.ts'
import {
  anyText,
  choice,
  flag,
  invalid,
  readParameters,
  wholeNumber,
  type QueryParameters,
} from '../parameters.ts'
import type { QueryProblem } from '../query-problem.ts'
import { parseFilters, type RawFilters } from './filter-request.ts'

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
  readonly withSimilar: boolean
  readonly after: string | null
  readonly format: ListingFormat
  /** For an exported file: names of fields, or the labels that people see. */
  readonly headers: 'name' | 'label'
  readonly filters: RawFilters
  /** What records are grouped by and which fields are added up; null: the records themselves are listed. */
  readonly groups: RawGroups | null
}

/** Groups as the client asked for them. */
export interface RawGroups {
  readonly by: readonly string[]
  readonly sums: readonly string[]
}

type ListingFormat = 'json' | 'csv' | 'xlsx'

const DEFAULT_PER_PAGE = 25
const MAX_PER_PAGE = 100
// A larger offset costs more than any reader waits for; `after` has no such limit.
const MAX_PAGE = 10_000_000
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

/** Asked for, since a program that takes the first of what it finds must not take another. */
export const SIMILAR = defaulted(
  described(
    flag,
    'true: where the words of q occur nowhere, the first page has records in which words near to them do; meta.similar names these.',
  ),
  false,
)

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
  similar: SIMILAR,
  after: optional(
    anyText({ description: 'meta.after of the page before; costs the same on every page.' }),
  ),
  or: optional(
    anyText({
      description:
        'Filters as an encoded query string, one of which must hold: or=estado%3Dborrador%26total__gt%3D1000. May be repeated.',
    }),
  ),
  group_by: optional(
    anyText({
      description:
        'Counts the records instead of listing them, by fields with commas; days and instants also by __year, __month or __day.',
    }),
  ),
  sum: optional(anyText({ description: 'Adds up number fields, of each group or of all.' })),
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
  const { or: _repeated, ...single } = LISTING_CONTROLS
  const given = readParameters(single, parameters, problems)
  const request: ListingRequest = {
    page: given.page,
    perPage: given.per_page,
    sort: parseSort(given.sort, given.order, problems),
    isLean: given.lean,
    withTotal: given.count,
    fields: splitList(given.fields),
    search: parseSearch(given.q, problems),
    withSimilar: given.similar,
    after: given.after ?? null,
    format: given.format,
    headers: given.headers,
    filters: parseFilters(parameters, (name) => CONTROLS.has(name), problems),
    groups: parseGroups(given.group_by, given.sum),
  }
  if (request.after !== null && parameters.has('page')) {
    problems.push(invalid('after', AFTER_WITHOUT_PAGE()))
  }
  return problems.length > 0 ? fail(problems) : ok(request)
}

function parseGroups(by: string | undefined, sum: string | undefined): RawGroups | null {
  if (by === undefined && sum === undefined) return null
  return { by: splitList(by) ?? [], sums: splitList(sum) ?? [] }
}

function parseSort(
  sort: string | undefined,
  order: 'asc' | 'desc',
  problems: QueryProblem[],
): ListingRequest['sort'] {
  // Without a field, it sorts by the record's id, in the requested direction.
  const names = splitList(sort) ?? (order === 'desc' ? ['id'] : [])
  if (names.length > MAX_SORTS) {
    problems.push(invalid('sort', SORT_TAKES({ most: MAX_SORTS })))
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
    problems.push(invalid('q', SEARCH_TAKES({ most: MAX_SEARCH_LENGTH })))
  }
  if (raw.includes('\0')) problems.push(invalid('q', SEARCH_WITHOUT_NULL_BYTES()))
  return raw.trim()
}
