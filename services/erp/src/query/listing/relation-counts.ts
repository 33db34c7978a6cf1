import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Model } from '../../dictionary/types.ts'
import type { QueryProblem } from '../query-problem.ts'
import { records } from '../record-columns.ts'
import { conditionOf } from './filter-sql.ts'
import { planSelection, type Selection } from './listing-plan.ts'
import { parseListing } from './listing-request.ts'

/** Records of a model that refer to one record. */
export interface RelatedSelection {
  readonly selection: Selection
  /** The field that refers to it; null: they name it as their origin. */
  readonly field: string | null
  /** The same as the query of a listing. */
  readonly filter: string
}

/**
 * The records of a model that fields with these values name, as a listing finds them; undefined where the caller may not
 * filter by one of the fields.
 * @param model as the caller sees it
 */
export function relatedSelection(
  model: Model,
  values: Readonly<Record<string, string>>,
): Selection | undefined {
  const request = parseListing(
    new Map(Object.entries(values).map(([name, value]) => [name, [value]])),
  )
  if (!request.ok) return undefined
  const problems: QueryProblem[] = []
  const selection = planSelection(model, request.value, { models: () => undefined, problems })
  return problems.length > 0 ? undefined : selection
}

/** How many each selection finds, up to `most` and one more; `place` is its index. Those that find none are left out. */
export function relationCountsSql(
  related: readonly Pick<RelatedSelection, 'selection'>[],
  { empresaId, most }: { readonly empresaId: string; readonly most: number },
): Sql {
  const counts = related.map(({ selection }, place) => {
    const { model } = selection
    const found = sql`select 1 from ${records(model, 'r')} where ${conditionOf(selection, empresaId)} limit ${most + 1}`
    return sql`select ${trusted(`${place}::int4`)} as place, count(*)::int4 as count from (${found}) f`
  })
  return sql`select c.place, c.count from (${join(counts, ' union all ')}) c where c.count > 0`
}
