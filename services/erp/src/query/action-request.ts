import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ActionInput } from '../dictionary/action-description.ts'
import { A_LIST_OF_IDS, TOO_MANY_IDS } from '../messages/bodies.ts'
import type { Message } from '../messages/message.ts'
import { IS_REQUIRED } from '../messages/requests.ts'
import { AT_LEAST_CHARACTERS, FIELD_IS, WHOLE_NUMBER } from '../messages/values.ts'
import { NO_INPUT } from '../messages/writing.ts'
import type { FieldValue } from './field-value.ts'
import { parseInput } from './input-value.ts'
import { JsonNumber } from './json-number.ts'
import { MAX_PROBLEMS, moreProblems, unknownName } from './unknown-names.ts'
import type { InputProblem, JsonObject } from './write-plan.ts'

/** The inputs that were sent, by name; one that was left out or null is absent. */
export type ActionInputs = ReadonlyMap<string, FieldValue>

export interface BatchRequest {
  /** Without duplicates, in the order of writing. */
  readonly ids: readonly string[]
  readonly inputs: ActionInputs
}

/** @source docs/decisions/0210-erp-business-actions.md */
export const MAX_BATCH_IDS = 500
const ID = /^-?\d{1,18}$/

/** Reads `{ids: […], ...inputs}`; every problem at once. */
export function parseBatchRequest(
  expected: readonly ActionInput[],
  body: JsonObject,
): Result<BatchRequest, readonly InputProblem[]> {
  const { ids: rawIds, ...rest } = body
  const ids = parseIds(rawIds)
  const inputs = parseActionInputs(expected, rest)
  const problems = [...(ids.ok ? [] : ids.error), ...(inputs.ok ? [] : inputs.error)]
  return ids.ok && inputs.ok ? ok({ ids: ids.value, inputs: inputs.value }) : fail(problems)
}

function parseIds(raw: unknown): Result<readonly string[], readonly InputProblem[]> {
  if (!Array.isArray(raw) || raw.length === 0) {
    return fail([idProblem('ids', A_LIST_OF_IDS({ most: MAX_BATCH_IDS }))])
  }
  if (raw.length > MAX_BATCH_IDS) {
    return fail([idProblem('ids', TOO_MANY_IDS({ count: raw.length, most: MAX_BATCH_IDS }))])
  }
  const problems = raw.flatMap((item: unknown, index) =>
    isId(item) ? [] : [idProblem(`ids[${index}]`, WHOLE_NUMBER())],
  )
  if (problems.length > 0) return fail(problems)
  return ok([...new Set(raw.filter(isId).map(({ source }) => BigInt(source).toString()))])
}

function isId(item: unknown): item is JsonNumber {
  return item instanceof JsonNumber && ID.test(item.source)
}

function idProblem(field: string, what: Message): InputProblem {
  return { code: 'VALIDATION', field, message: FIELD_IS({ field, what }) }
}

/** Reads the body of a call on one record or on none; every problem at once. */
export function parseActionInputs(
  expected: readonly ActionInput[],
  body: JsonObject,
): Result<ActionInputs, readonly InputProblem[]> {
  const names = new Set(expected.map(({ field }) => field.name))
  const unknown = Object.keys(body).filter((name) => !names.has(name))
  const problems: InputProblem[] = unknown
    .slice(0, MAX_PROBLEMS)
    .map((name) => unknownName(NO_INPUT, name, names))
  const next = unknown[MAX_PROBLEMS]
  if (next !== undefined) problems.push(moreProblems(next))
  const inputs = new Map<string, FieldValue>()
  for (const input of expected) {
    const { name } = input.field
    const value = parseOne(input, body[name])
    if (!value.ok) problems.push({ code: 'VALIDATION', field: name, message: value.error })
    else if (value.value !== null) inputs.set(name, value.value)
  }
  return problems.length > 0 ? fail(problems) : ok(inputs)
}

function parseOne(
  { field, minLength }: ActionInput,
  raw: unknown,
): Result<FieldValue | null, Message> {
  const value = parseInput(field, raw ?? null)
  if (!value.ok) return fail(FIELD_IS({ field: field.name, what: value.error }))
  if (value.value === null) {
    return field.required ? fail(IS_REQUIRED({ field: field.name })) : value
  }
  const isTooShort =
    typeof value.value === 'string' && minLength !== null && value.value.trim().length < minLength
  if (!isTooShort) return value
  return fail(FIELD_IS({ field: field.name, what: AT_LEAST_CHARACTERS({ least: minLength }) }))
}
