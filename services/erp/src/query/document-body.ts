import { MAX_DEPTH } from '../dictionary/line-depth.ts'
import type { Lines, Model, Registry } from '../dictionary/types.ts'
import { A_LINE_ID, A_LIST_OF_LINES, AN_OBJECT, TOO_MANY_LINES } from '../messages/bodies.ts'
import type { Message } from '../messages/message.ts'
import { AT_PLACE } from '../messages/requests.ts'
import { BOOLEAN, FIELD_IS } from '../messages/values.ts'
import { JsonNumber } from './json-number.ts'
import { isRecordId } from './parameters.ts'
import { MAX_PROBLEMS } from './unknown-names.ts'
import type { InputProblem, JsonObject } from './write-plan.ts'

/** A body taken apart: what it says of the record itself, and of each kind of its lines. */
export interface DocumentBody {
  readonly own: JsonObject
  readonly lines: readonly LinesBody[]
}

export interface LinesBody {
  readonly lines: Lines
  readonly model: Model
  readonly items: readonly LineBody[]
}

/** One line of a body. */
export interface LineBody extends DocumentBody {
  /** Where it stands, as problems name it: `partidas[2]`. */
  readonly place: string
  /** The line that is meant, where the body names one. */
  readonly id: string | null
  readonly isRemoved: boolean
}

/** A document of more lines than this is written in several requests. */
export const MAX_LINES = 5_000

interface Splitting {
  readonly registry: Registry
  readonly problems: InputProblem[]
  lines: number
}

/** Takes the nested arrays out of a body. A body without any is its own answer, at no cost. */
export function splitDocument(
  registry: Registry,
  of: { readonly model: Model; readonly body: JsonObject },
  problems: InputProblem[],
): DocumentBody {
  return split({ registry, problems, lines: 0 }, { ...of, place: '', depth: 1 })
}

interface Part {
  readonly model: Model
  readonly body: JsonObject
  readonly place: string
  readonly depth: number
}

function split(state: Splitting, { model, body, place, depth }: Part): DocumentBody {
  const names = depth < MAX_DEPTH ? model.lines.filter(({ name }) => Object.hasOwn(body, name)) : []
  if (names.length === 0) return { own: body, lines: [] }
  const nested = new Set(names.map(({ name }) => name))
  const own = Object.fromEntries(Object.entries(body).filter(([name]) => !nested.has(name)))
  const lines = names.flatMap((one): readonly LinesBody[] => {
    const target = state.registry.models.get(one.model)
    const value = body[one.name]
    const path = place === '' ? one.name : `${place}.${one.name}`
    if (target === undefined) return []
    if (!Array.isArray(value)) return refuseValue(state, path, A_LIST_OF_LINES())
    state.lines += value.length
    if (state.lines > MAX_LINES) return complain(state, path, TOO_MANY_LINES({ most: MAX_LINES }))
    const items = value.flatMap((item: unknown, i) =>
      splitLine(state, { model: target, place: `${path}[${i}]`, depth: depth + 1 }, item),
    )
    return [{ lines: one, model: target, items }]
  })
  return { own, lines }
}

function splitLine(state: Splitting, at: Omit<Part, 'body'>, item: unknown): readonly LineBody[] {
  const { place } = at
  if (!isObject(item)) return refuseValue(state, place, AN_OBJECT())
  const { id, _delete: remove, ...body } = item
  const text = id instanceof JsonNumber ? id.source : id
  if (text !== undefined && text !== null && !(typeof text === 'string' && isRecordId(text)))
    return refuseValue(state, `${place}.id`, A_LINE_ID())
  if (remove !== undefined && typeof remove !== 'boolean')
    return refuseValue(state, `${place}._delete`, BOOLEAN())
  const parts = split(state, { ...at, body })
  return [{ ...parts, place, id: text ?? null, isRemoved: remove === true }]
}

function refuseValue(state: Splitting, field: string, what: Message): readonly never[] {
  return complain(state, field, FIELD_IS({ field, what }))
}

function complain(state: Splitting, field: string, message: Message): readonly never[] {
  if (state.problems.length < MAX_PROBLEMS)
    state.problems.push({ code: 'VALIDATION', field, message })
  return []
}

function isObject(value: unknown): value is JsonObject {
  const isComposed = typeof value === 'object' && value !== null
  return isComposed && !Array.isArray(value) && !(value instanceof JsonNumber)
}

/** A problem of a line's field, with the place of the line. */
export function placed<T extends { readonly field?: string; readonly message: Message | string }>(
  place: string,
  problem: T,
): T {
  if (place === '') return problem
  const field = problem.field === undefined ? place : `${place}.${problem.field}`
  return { ...problem, field, message: AT_PLACE({ place, what: problem.message }) }
}
