import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Field, Model } from '../../dictionary/types.ts'
import {
  CALENDAR_ENDING,
  GROUP_BY_TAKES,
  GROUP_IS,
  GROUPS_SORTED_BY,
  NOT_ADDED_UP,
  NOT_OF_GROUPS,
  SUM_TAKES,
  TEXT_NOT_GROUPED,
  WITHOUT_CALENDAR,
} from '../../messages/listings.ts'
import type { Message } from '../../messages/message.ts'
import { invalid } from '../parameters.ts'
import type { QueryProblem } from '../query-problem.ts'
import { lookUpComparable, type ReadableModels } from './filter-plan.ts'
import { planSelection, type Selection } from './listing-plan.ts'
import type { ListingRequest, RawGroups } from './listing-request.ts'

/** Groups of the records of a model, with how many there are in each and their sums. */
export interface GroupPlan extends Selection {
  readonly terms: readonly GroupTerm[]
  readonly sums: readonly Field[]
  /** Without the tail that makes the order of groups certain: all terms. */
  readonly sort: readonly GroupSort[]
  readonly withStr: boolean
  readonly page: number
  readonly perPage: number
}

export interface GroupTerm {
  /** As asked for, which is its name in the answer: `estado`, `fecha__month`. */
  readonly name: string
  readonly field: Field
  readonly unit: CalendarUnit | null
}

export type CalendarUnit = 'year' | 'month' | 'day'

export interface GroupSort {
  readonly by:
    | { readonly kind: 'term'; readonly term: GroupTerm }
    | { readonly kind: 'count' }
    | { readonly kind: 'sum'; readonly field: Field }
  readonly isDescending: boolean
}

const MAX_TERMS = 4
const MAX_SUMS = 16
const UNITS: ReadonlySet<string> = new Set(['year', 'month', 'day'] satisfies CalendarUnit[])
const NUMBERS: ReadonlySet<Field['type']> = new Set(['integer', 'money', 'quantity', 'decimal'])

/** Checks a request for groups against its model; reports every problem at once. */
export function planGroups(
  model: Model,
  { request, groups }: { readonly request: ListingRequest; readonly groups: RawGroups },
  models: ReadableModels,
): Result<GroupPlan, readonly QueryProblem[]> {
  const problems: QueryProblem[] = []
  const terms = planTerms(model, groups.by, problems)
  const sums = planSums(model, groups.sums, problems)
  for (const [name, isGiven] of notOfGroups(request)) {
    if (isGiven) problems.push(invalid(name, NOT_OF_GROUPS({ name })))
  }
  const plan: GroupPlan = {
    ...planSelection(model, request, { models, problems }),
    terms,
    sums,
    sort: planSort(request.sort, { terms, sums, problems }),
    withStr: !request.isLean,
    page: request.page,
    perPage: request.perPage,
  }
  return problems.length > 0 ? fail(problems) : ok(plan)
}

function notOfGroups({ after, fields, format }: ListingRequest) {
  return [
    ['after', after !== null],
    ['fields', fields !== null],
    ['format', format !== 'json'],
  ] as const
}

function planTerms(
  model: Model,
  names: readonly string[],
  problems: QueryProblem[],
): readonly GroupTerm[] {
  if (names.length > MAX_TERMS) {
    problems.push(invalid('group_by', GROUP_BY_TAKES({ most: MAX_TERMS })))
    return []
  }
  return [...new Set(names)].flatMap((name) => planTerm(model, name, problems) ?? [])
}

function planTerm(model: Model, name: string, problems: QueryProblem[]): GroupTerm | null {
  const [fieldName = '', unit, ...more] = name.split('__')
  const field = lookUpComparable(model, fieldName, problems)
  if (field === null) return null
  const about = { group: name, field: field.name, model: model.name }
  const complain = (what: Message): null => {
    problems.push(invalid('group_by', GROUP_IS({ ...about, what })))
    return null
  }
  if (field.type === 'json' || field.type === 'long_text') return complain(TEXT_NOT_GROUPED())
  if (unit === undefined) return { name, field, unit: null }
  if (!isUnit(unit) || more.length > 0) return complain(CALENDAR_ENDING())
  if (field.type !== 'date' && field.type !== 'instant')
    return complain(WITHOUT_CALENDAR({ type: field.type, unit }))
  return { name, field, unit }
}

function isUnit(text: string): text is CalendarUnit {
  return UNITS.has(text)
}

function planSums(
  model: Model,
  names: readonly string[],
  problems: QueryProblem[],
): readonly Field[] {
  if (names.length > MAX_SUMS) {
    problems.push(invalid('sum', SUM_TAKES({ most: MAX_SUMS })))
    return []
  }
  return [...new Set(names)].flatMap((name) => {
    const field = lookUpComparable(model, name, problems)
    if (field === null || (NUMBERS.has(field.type) && field.name !== 'id')) return field ?? []
    const about = { field: name, model: model.name, type: field.type }
    problems.push(invalid('sum', NOT_ADDED_UP(about)))
    return []
  })
}

function planSort(
  sort: ListingRequest['sort'],
  of: {
    readonly terms: readonly GroupTerm[]
    readonly sums: readonly Field[]
    readonly problems: QueryProblem[]
  },
): readonly GroupSort[] {
  return sort.flatMap(({ field: name, isDescending }) => {
    const by = sortable(name, of)
    if (by !== null) return [{ by, isDescending }]
    const allowed = [...of.terms.map((term) => term.name), 'count', ...of.sums.map((f) => f.name)]
    of.problems.push(invalid('sort', GROUPS_SORTED_BY({ allowed, name })))
    return []
  })
}

function sortable(
  name: string,
  { terms, sums }: { readonly terms: readonly GroupTerm[]; readonly sums: readonly Field[] },
): GroupSort['by'] | null {
  const term = terms.find((one) => one.name === name)
  if (term !== undefined) return { kind: 'term', term }
  if (name === 'count') return { kind: 'count' }
  const field = sums.find((one) => one.name === name)
  return field === undefined ? null : { kind: 'sum', field }
}
