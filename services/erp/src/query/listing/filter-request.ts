import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { NO_SUFFIX, OR_FORM, TOO_MANY_FILTERS } from '../../messages/filters.ts'
import { invalid } from '../parameters.ts'
import type { QueryProblem } from '../query-problem.ts'

/** A filter as the client wrote it: `fecha__gte=…`, or `proveedor__rfc__like=…` of what a reference points to. */
export interface RawFilter {
  /** The parameter as written, for messages. */
  readonly parameter: string
  /** The reference whose record is looked at; null: the record itself. */
  readonly through: string | null
  readonly field: string
  readonly operator: FilterOperator
  readonly values: readonly string[]
}

export type FilterOperator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'like' | 'null'

/** The operators but `eq`, which is written without one. */
const SUFFIXES: ReadonlySet<string> = new Set([
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'like',
  'null',
])
const MAX_FILTERS = 50

/** The filters of a query, of which all must hold, and its alternatives, of which one of each must. */
export interface RawFilters {
  readonly filters: readonly RawFilter[]
  readonly alternatives: readonly (readonly RawFilter[])[]
}

/**
 * Reads every parameter that is no control as a filter, and each `or` as a query string of filters.
 * @param isControl whether a parameter is something else
 */
export function parseFilters(
  parameters: ReadonlyMap<string, readonly string[]>,
  isControl: (parameter: string) => boolean,
  problems: QueryProblem[],
): RawFilters {
  const own = [...parameters].filter(([parameter]) => !isControl(parameter))
  const filters = parseAll(own, problems)
  const alternatives = (parameters.get('or') ?? []).map((text) => {
    const parsed = parseAll(grouped(new URLSearchParams(text)), problems)
    if (parsed.length === 0) problems.push(invalid('or', OR_FORM()))
    return parsed
  })
  if (filters.length + alternatives.flat().length > MAX_FILTERS) {
    problems.push(invalid('filter', TOO_MANY_FILTERS({ most: MAX_FILTERS })))
  }
  return { filters, alternatives }
}

function grouped(pairs: URLSearchParams): readonly (readonly [string, readonly string[]])[] {
  return [...new Set(pairs.keys())].map((name) => [name, pairs.getAll(name)] as const)
}

function parseAll(
  parameters: readonly (readonly [string, readonly string[]])[],
  problems: QueryProblem[],
): readonly RawFilter[] {
  return parameters.flatMap(([parameter, values]) => {
    const filter = parseFilter(parameter, values)
    if (filter.ok) return [filter.value]
    problems.push(filter.error)
    return []
  })
}

/** `fecha__gte` as a field and an operator; whether the model has the field is not known here. */
export function parseFilter(
  parameter: string,
  values: readonly string[],
): Result<RawFilter, QueryProblem> {
  const parts = parameter.split('__')
  const last = parts.at(-1) ?? ''
  const hasSuffix = parts.length > 1 && SUFFIXES.has(last)
  const names = hasSuffix ? parts.slice(0, -1) : parts
  const [first = '', second, ...more] = names
  if (more.length > 0) return fail(unknownSuffix(parameter, last))
  // The suffixes are the operators except `eq`.
  const operator = (hasSuffix ? last : 'eq') as FilterOperator
  if (second === undefined) return ok({ parameter, through: null, field: first, operator, values })
  return ok({ parameter, through: first, field: second, operator, values })
}

/** Says which filters there are, of a parameter that ends in something else. */
export function unknownSuffix(parameter: string, suffix: string): QueryProblem {
  const allowed = [...SUFFIXES].map((name) => `__${name}`)
  return { code: 'UNKNOWN_FIELD', field: parameter, message: NO_SUFFIX({ suffix, allowed }) }
}
