import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { isDate } from './field-value.ts'
import { PAGING } from './listing-request.ts'
import { nearestName } from './nearest-name.ts'
import { readParameters, type QueryParameters } from './parameters.ts'
import type { QueryProblem } from './problem.ts'

/** A page of a report, with the report's own parameters as texts. */
export interface PageRequest {
  readonly page: number
  readonly perPage: number
  readonly values: ReadonlyMap<string, string>
}

/** What a report's parameter may hold: any text that is tried later, a day, or one of a list. */
export type ParameterKind = 'id' | 'date' | readonly string[]

/** Reads `page`, `per_page` and the parameters that a report has; every problem at once. */
export function parsePage(
  parameters: QueryParameters,
  allowed: Readonly<Record<string, ParameterKind>>,
): Result<PageRequest, readonly QueryProblem[]> {
  const paging = new Map([...parameters].filter(([name]) => name === 'page' || name === 'per_page'))
  const problems: QueryProblem[] = []
  const { page, per_page: perPage } = readParameters(PAGING, paging, problems)
  const values = new Map<string, string>()
  for (const [name, [value = '', ...more]] of parameters) {
    if (paging.has(name)) continue
    const kind = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    const problem =
      kind === undefined ? unknown(name, allowed) : problemOf(name, { value, more, kind })
    if (problem === null) values.set(name, value)
    else problems.push(problem)
  }
  return problems.length > 0 ? fail(problems) : ok({ page, perPage, values })
}

function unknown(name: string, allowed: Readonly<Record<string, ParameterKind>>): QueryProblem {
  const nearest = nearestName(name, ['page', 'per_page', ...Object.keys(allowed)])
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`
  return { code: 'UNKNOWN_FIELD', field: name, message: `There is no parameter ${name}.${hint}` }
}

function problemOf(
  name: string,
  of: { readonly value: string; readonly more: readonly string[]; readonly kind: ParameterKind },
): QueryProblem | null {
  const invalid = (must: string): QueryProblem => ({
    code: 'INVALID_PARAMETER',
    field: name,
    message: `${name} must be ${must}.`,
  })
  if (of.more.length > 0) return invalid('given once')
  if (of.kind === 'date') return isDate(of.value) ? null : invalid('a date as YYYY-MM-DD')
  if (of.kind === 'id') return /^[1-9]\d{0,17}$/.test(of.value) ? null : invalid('an id')
  return of.kind.includes(of.value) ? null : invalid(`one of ${of.kind.join(', ')}`)
}
