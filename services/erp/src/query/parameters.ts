import type { JsonSchema, Kind } from '@oficina/api/kind.ts'
import type { Parameters, Values } from '@oficina/api/parameter.ts'

import { AN_ID, GIVEN_ONCE, WHOLE_NUMBER_WITHIN } from '../messages/listings.ts'
import type { Message } from '../messages/message.ts'
import { IS_REQUIRED } from '../messages/requests.ts'
import { A_DATE, BOOLEAN, FIELD_IS, MUST_BE_TEXT, ONE_OF } from '../messages/values.ts'
import { isDate, parseBoolean } from './field-value.ts'
import type { QueryProblem } from './query-problem.ts'

/** A query string: each parameter with all its values. */
export type QueryParameters = ReadonlyMap<string, readonly string[]>

/**
 * Reads the declared parameters of a query, each of which may be given once. A value that does not fit is added to
 * `problems` and replaced by the default.
 */
export function readParameters<P extends Parameters>(
  declared: P,
  given: QueryParameters,
  problems: QueryProblem[],
): Values<P> {
  const values: Record<string, unknown> = {}
  for (const [name, { kind, fallback, presence }] of Object.entries(declared)) {
    values[name] = fallback
    const texts = given.get(name)
    if (texts === undefined) {
      if (presence === 'required') problems.push(invalid(name, IS_REQUIRED({ field: name })))
      continue
    }
    if (texts.length > 1) {
      problems.push(invalid(name, FIELD_IS({ field: name, what: GIVEN_ONCE() })))
    }
    try {
      values[name] = kind.check(texts[0], [name])
    } catch (error) {
      if (!(error instanceof Misfit)) throw error
      problems.push(error.problem)
    }
  }
  // Each value was read with the kind of its own parameter; one that is missing is among the problems.
  return values as Values<P>
}

export function invalid(field: string, message: Message): QueryProblem {
  return { code: 'INVALID_PARAMETER', field, message }
}

/** A text of the query that its parameter does not accept. */
class Misfit extends Error {
  readonly problem: QueryProblem

  constructor(problem: QueryProblem) {
    super(String(problem.message))
    this.problem = problem
  }
}

/** A kind of query parameter; `must` is the requirement, for the message about any other text. */
function queryKind<T>(
  schema: JsonSchema,
  read: (text: string) => T | undefined,
  must: (text: string) => Message,
): Kind<T> {
  return {
    isRaw: true,
    schema,
    check: (value, [name = '']) => {
      const text = String(value)
      const found = read(text)
      if (found !== undefined) return found
      const field = String(name)
      throw new Misfit(invalid(field, FIELD_IS({ field, what: must(text) })))
    },
  }
}

export function wholeNumber(min: number, max?: number): Kind<number> {
  const largest = max ?? Number.MAX_SAFE_INTEGER
  return queryKind(
    { type: 'integer', minimum: min, ...(max === undefined ? {} : { maximum: max }) },
    (text) => {
      const value = Number(text)
      return /^\d+$/.test(text) && value >= min && value <= largest ? value : undefined
    },
    (given) => WHOLE_NUMBER_WITHIN({ min, max: max ?? null, given }),
  )
}

export const flag: Kind<boolean> = queryKind(
  { type: 'boolean' },
  (text) => parseBoolean(text) ?? undefined,
  () => BOOLEAN(),
)

export function choice<const T extends string>(allowed: readonly T[]): Kind<T> {
  return queryKind(
    { type: 'string', enum: allowed },
    (text) => allowed.find((value) => value === text),
    () => ONE_OF({ values: allowed }),
  )
}

export const date: Kind<string> = queryKind(
  { type: 'string', format: 'date' },
  (text) => (isDate(text) ? text : undefined),
  () => A_DATE(),
)

/** The id of a record, as the digits that were sent. */
export const id: Kind<string> = queryKind(
  { type: 'integer', minimum: 1 },
  (text) => (isRecordId(text) ? text : undefined),
  () => AN_ID(),
)

export function isRecordId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text)
}

/** A text that is checked later, against a model or a file. */
export function anyText(schema: JsonSchema = {}): Kind<string> {
  return queryKind(
    { type: 'string', ...schema },
    (text) => text,
    () => MUST_BE_TEXT(),
  )
}
