import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Field, Model } from '../../dictionary/types.ts'
import { AFTER_OF_SAME_SORT, JSON_NOT_SORTED, NOTHING_TO_SEARCH } from '../../messages/listings.ts'
import { invalid } from '../parameters.ts'
import type { QueryProblem } from '../query-problem.ts'
import { MAX_PROBLEMS, moreProblems } from '../unknown-names.ts'
import {
  lookUpComparable,
  lookUpField,
  planFilter,
  type Filter,
  type ReadableModels,
} from './filter-plan.ts'
import { decodeAfter, type AfterKey, type SortTerm } from './keyset.ts'
import type { ListingRequest } from './listing-request.ts'

/** Which records of a model are meant. */
export interface Selection {
  readonly model: Model
  readonly filters: readonly Filter[]
  readonly searchFields: readonly Field[]
  /** One of each list must occur: the word that was typed, or those that are near to it. */
  readonly searchWords: readonly (readonly string[])[]
}

/** A listing that fits its model; later code does not check again. */
export interface ListingPlan extends Selection {
  readonly columns: readonly Field[]
  /** Without the unique tail `id`, unless the client sorts by it. */
  readonly sort: readonly SortTerm[]
  readonly withStr: boolean
  readonly withTotal: boolean
  readonly after: AfterKey | null
  /** Where the words occur nowhere, the records in which words near to them do. */
  readonly withSimilar: boolean
  readonly page: number
  readonly perPage: number
}

const MAX_SEARCH_WORDS = 8

/** Checks a request against its model; reports every problem at once. */
export function planListing(
  model: Model,
  request: ListingRequest,
  models: ReadableModels,
): Result<ListingPlan, readonly QueryProblem[]> {
  const problems: QueryProblem[] = []
  const sort = planSort(model, request, problems)
  const plan: ListingPlan = {
    ...planSelection(model, request, { models, problems }),
    columns: inOrder(planColumns(model, request.fields, problems), request),
    sort,
    withStr: !request.isLean,
    withTotal: request.withTotal,
    after: planAfter(request.after, sort, problems),
    withSimilar: request.withSimilar && request.search !== null,
    page: request.page,
    perPage: request.perPage,
  }
  return problems.length > 0 ? fail(problems) : ok(plan)
}

export function planSelection(
  model: Model,
  { filters, search }: ListingRequest,
  by: { readonly models: ReadableModels; readonly problems: QueryProblem[] },
): Selection {
  const any = filters.alternatives.map((alternatives) => ({
    kind: 'any' as const,
    filters: alternatives.flatMap((filter) => planFilter(model, filter, by) ?? []),
  }))
  return {
    model,
    filters: [...filters.filters.flatMap((filter) => planFilter(model, filter, by) ?? []), ...any],
    searchFields: searchFields(model),
    searchWords: planSearch(model, search, by.problems),
  }
}

/** The fields of a record in their order on the wire: all but secrets. */
export function readableFields(model: Model): readonly Field[] {
  const all = [...model.systemFields.slice(0, 1), ...model.fields, ...model.systemFields.slice(1)]
  return all.filter(({ type }) => type !== 'secret')
}

/** A file has its columns as they were asked for, after the id unless it is named; JSON has no order. */
function inOrder(
  columns: readonly Field[],
  { fields, format }: Pick<ListingRequest, 'fields' | 'format'>,
): readonly Field[] {
  if (fields === null || format === 'json') return columns
  const places = new Map([...new Set(fields)].map((name, place) => [name, place]))
  const placeOf = ({ name }: Field): number => places.get(name) ?? -1
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other))
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
      problems.push(invalid('sort', JSON_NOT_SORTED({ field: name, model: model.name })))
    }
    // A repeated field, or anything after the unique id, changes nothing.
    const isDecided = terms.some((term) => term.field.name === name || term.field.name === 'id')
    if (!isDecided) terms.push({ field, isDescending })
  }
  return terms
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
): Selection['searchWords'] {
  if (search === null) return []
  if (searchFields(model).length === 0) {
    problems.push(invalid('q', NOTHING_TO_SEARCH({ model: model.name })))
  }
  return search
    .split(/\s+/)
    .slice(0, MAX_SEARCH_WORDS)
    .map((word) => [word])
}

function planAfter(
  raw: string | null,
  sort: readonly SortTerm[],
  problems: QueryProblem[],
): AfterKey | null {
  if (raw === null) return null
  const key = decodeAfter(raw, sort)
  if (key === null) {
    problems.push(invalid('after', AFTER_OF_SAME_SORT()))
  }
  return key
}
