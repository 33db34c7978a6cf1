import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Model } from '../dictionary/types.ts'
import type { Placeholders } from '../identity/rights.ts'
import { RULE_AN_OBJECT, RULE_HOLDS, RULE_WITHOUT_VALUE } from '../messages/access.ts'
import type { Message } from '../messages/message.ts'
import { FIELD_IS } from '../messages/values.ts'
import { planFilter, type Filter } from '../query/listing/filter-plan.ts'
import { parseFilter } from '../query/listing/filter-request.ts'
import type { QueryProblem } from '../query/query-problem.ts'

// As many as a listing allows.
const MAX_FILTERS = 50

/**
 * The filters of a record rule, all of which must hold: an object of filters as in a listing's query string, such as
 * `{"sucursal": 3, "estado__in": ["borrador"], "vendedor": "$usuario", "fecha__gte": "$hoy"}`.
 * @source docs/decisions/0230-erp-rights-on-fields-and-records.md
 */
export function parseRecordRule(
  model: Model,
  filter: unknown,
  placeholders: Placeholders,
): Result<readonly Filter[], readonly QueryProblem[]> {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) {
    return fail([problem(RULE_AN_OBJECT())])
  }
  const entries = Object.entries(filter)
  if (entries.length === 0 || entries.length > MAX_FILTERS) {
    return fail([problem(RULE_HOLDS({ most: MAX_FILTERS }))])
  }
  const problems: QueryProblem[] = []
  const filters = entries.flatMap(([parameter, value]) => {
    const values = textsOf(value, placeholders)
    if (values === null) {
      problems.push(problem(RULE_WITHOUT_VALUE({ filter: parameter })))
      return []
    }
    const raw = parseFilter(parameter, values)
    if (raw.ok) return planFilter(model, raw.value, { models: () => undefined, problems }) ?? []
    problems.push(raw.error)
    return []
  })
  return problems.length > 0 ? fail(problems) : ok(filters)
}

function problem(what: Message): QueryProblem {
  const field = 'filtro'
  return { code: 'INVALID_PARAMETER', field, message: FIELD_IS({ field, what }) }
}

function textsOf(value: unknown, placeholders: Placeholders): readonly string[] | null {
  // A list is passed as the JSON text that a filter accepts, so that its values may contain commas.
  if (Array.isArray(value)) {
    const texts = value.map((one: unknown) => textOf(one, placeholders))
    return texts.every((text) => text !== null) ? [JSON.stringify(texts)] : null
  }
  const text = textOf(value, placeholders)
  return text === null ? null : [text]
}

function textOf(value: unknown, { usuario, hoy }: Placeholders): string | null {
  if (value === '$usuario') return usuario
  if (value === '$hoy') return hoy
  const isScalar =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isScalar ? String(value) : null
}
