import type { JsonSchema, Kind } from '@oficina/api/kind.ts'
import type { Parameters, Values } from '@oficina/api/parameter.ts'

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
      if (presence === 'required') problems.push(invalid(name, `${name} is required.`))
      continue
    }
    if (texts.length > 1) problems.push(invalid(name, `${name} may be given once.`))
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

export function invalid(field: string, message: string): QueryProblem {
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
  must: string | ((text: string) => string),
): Kind<T> {
  return {
    isRaw: true,
    schema,
    check: (value, [name = '']) => {
      const text = String(value)
      const found = read(text)
      if (found !== undefined) return found
      const rule = typeof must === 'string' ? must : must(text)
      throw new Misfit(invalid(String(name), `${name} must be ${rule}.`))
    },
  }
}

export function wholeNumber(min: number, max?: number): Kind<number> {
  const range = max === undefined ? `from ${min}` : `from ${min} to ${max}`
  const largest = max ?? Number.MAX_SAFE_INTEGER
  return queryKind(
    { type: 'integer', minimum: min, ...(max === undefined ? {} : { maximum: max }) },
    (text) => {
      const value = Number(text)
      return /^\d+$/.test(text) && value >= min && value <= largest ? value : undefined
    },
    (text) => `a whole number ${range}, not ${JSON.stringify(text)}`,
  )
}

export const flag: Kind<boolean> = queryKind(
  { type: 'boolean' },
  (text) => parseBoolean(text) ?? undefined,
  'true or false',
)

export function choice<const T extends string>(allowed: readonly T[]): Kind<T> {
  return queryKind(
    { type: 'string', enum: allowed },
    (text) => allowed.find((value) => value === text),
    `one of ${allowed.join(', ')}`,
  )
}

export const date: Kind<string> = queryKind(
  { type: 'string', format: 'date' },
  (text) => (isDate(text) ? text : undefined),
  'a date as YYYY-MM-DD',
)

/** The id of a record, as the digits that were sent. */
export const id: Kind<string> = queryKind(
  { type: 'integer', minimum: 1 },
  (text) => (isRecordId(text) ? text : undefined),
  'an id',
)

export function isRecordId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text)
}

/** A text that is checked later, against a model or a file. */
export function anyText(schema: JsonSchema = {}): Kind<string> {
  return queryKind({ type: 'string', ...schema }, (text) => text, 'a text')
}
