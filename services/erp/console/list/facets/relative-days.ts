import { parseListQuery, printListQuery, type ListQuery } from '../list-query.ts'
import { daySpan, nameOfSpan, SPAN_NAMES, spanFacet, spanOf } from './day-spans.ts'
import { facetKind, facetsOf } from './facets.ts'

interface Dated {
  readonly name: string
  readonly type: string
}

/** A query to be kept: days that have a name are kept by it, so that «this month» is the month of whoever opens it. */
export function withNamedDays(query: ListQuery, columns: readonly Dated[], today: string): string {
  const conditions = facetsOf(query.conditions).flatMap((facet) => {
    if (!isDated(facet.path, columns)) return facet.conditions
    const name = nameOfSpan(spanOf(facet), today)
    return name === undefined ? facet.conditions : [[facet.path, `@${name}`] as const]
  })
  return printListQuery({ ...query, conditions }).toString()
}

/** The query that was kept, with its named days as of today. */
export function withDaysOf(text: string, columns: readonly Dated[], today: string): ListQuery {
  const query = parseListQuery(new URLSearchParams(text))
  const conditions = query.conditions.flatMap(([path, value]) => {
    const name = SPAN_NAMES.find((one) => value === `@${one}`)
    const column = columns.find((one) => one.name === path)
    if (name === undefined || column === undefined) return [[path, value] as const]
    const kind = facetKind(column) === 'instant' ? 'instant' : 'day'
    return spanFacet(path, daySpan(name, today), kind).conditions
  })
  return { ...query, conditions }
}

function isDated(path: string, columns: readonly Dated[]): boolean {
  const column = columns.find(({ name }) => name === path)
  return column !== undefined && ['day', 'instant'].includes(facetKind(column))
}
