import { optional } from '@oficina/api/parameter.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Field, Model } from '../dictionary/types.ts'
import { NO_RECORD_PARAMETER } from '../messages/listings.ts'
import { planColumns, readableFields } from './listing/listing-plan.ts'
import { SHOWN, splitList } from './listing/listing-request.ts'
import { nearestName } from './nearest-name.ts'
import { flag, readParameters, type QueryParameters } from './parameters.ts'
import type { QueryProblem } from './query-problem.ts'

/** What is shown of a record. */
export interface RecordPlan {
  readonly columns: readonly Field[]
  readonly withStr: boolean
  /** Whether its lines are shown too, as arrays in it. */
  readonly withLines: boolean
  /** Whether the client chose the fields, so that the statement is one of many. */
  readonly isChosen: boolean
}

/** What is shown of one record. */
export const SHOWN_RECORD = { ...SHOWN, lines: optional(flag) }

const PARAMETERS = Object.keys(SHOWN_RECORD)

/** All of a record. */
export function wholeRecord(model: Model): RecordPlan {
  return { columns: readableFields(model), withStr: true, withLines: false, isChosen: false }
}

/** Reads the query string of one record's GET, which shows it as a listing would; reports every problem at once. */
export function planRecord(
  model: Model,
  parameters: QueryParameters,
): Result<RecordPlan, readonly QueryProblem[]> {
  const problems = [...parameters.keys()].flatMap((name) => unknownParameter(name) ?? [])
  const given = readParameters(SHOWN_RECORD, parameters, problems)
  const names = splitList(given.fields)
  const plan: RecordPlan = {
    columns: planColumns(model, names, problems),
    withStr: !given.lean,
    withLines: given.lines === true,
    isChosen: names !== null,
  }
  return problems.length > 0 ? fail(problems) : ok(plan)
}

function unknownParameter(name: string): QueryProblem | null {
  if (PARAMETERS.includes(name)) return null
  const nearest = nearestName(name, PARAMETERS)
  const message = NO_RECORD_PARAMETER({ name, nearest, known: PARAMETERS })
  return { code: 'UNKNOWN_FIELD', field: name, message }
}
