import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { isFilledIn } from '../dictionary/formula.ts'
import type { Field, Model, ReadOnly } from '../dictionary/types.ts'
import type { Message } from '../messages/message.ts'
import { IS_REQUIRED } from '../messages/requests.ts'
import { FIELD_IS, WHOLE_NUMBER } from '../messages/values.ts'
import {
  ONLY_READ,
  REQUIRED_BUT_WITHHELD,
  WRITTEN_BY_ACTION,
  WRITTEN_BY_SERVICE,
} from '../messages/writing.ts'
import type { FieldValue } from './field-value.ts'
import { parseInput } from './input-value.ts'
import { JsonNumber } from './json-number.ts'
import { isMask } from './mask.ts'
import { isSameValue } from './same-value.ts'
import { MAX_PROBLEMS, moreProblems, noFieldOf, unknownName } from './unknown-names.ts'

/** What is wrong with one field of a body. */
export interface InputProblem {
  readonly code: 'VALIDATION' | 'UNKNOWN_FIELD' | 'READ_ONLY_FIELD'
  readonly field: string
  readonly message: Message
}

/** The fields that a body sets, in wire names, checked one by one; checks that need the database follow later. */
export interface WritePlan {
  readonly model: Model
  readonly values: ReadonlyMap<string, FieldValue | null>
  /** Texts without the form of their fields; refused unless they repeat the record's values. Their values are as sent. */
  readonly malformed: readonly InputProblem[]
  /** Read-only fields that were sent; refused unless they repeat the record's values. */
  readonly readOnly: ReadonlyMap<string, FieldValue | null>
  /** The version that the client read, when it sent one. */
  readonly version: string | null
}

/** Where `today` and `now` come from, at the moment of the write. */
export interface WriteMoment {
  readonly today: string
  readonly now: string
}

export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Checks the body of a create: every field given or defaulted, required ones there; all problems at once. What the
 * service fills in where nobody writes it (amounts, folios) stays out of the plan until it does.
 */
export function planCreate(
  model: Model,
  body: JsonObject,
  moment: WriteMoment,
): Result<WritePlan, readonly InputProblem[]> {
  const problems: InputProblem[] = []
  const sent = readFields(model, body, problems)
  problems.push(...sent.malformed)
  const values = new Map<string, FieldValue | null>()
  for (const field of model.fields) {
    const written = sent.values.get(field.name)
    if (isFilledIn(field) && isEmpty(field, written)) continue
    const value = sent.values.has(field.name) ? written : defaultOf(field, moment)
    if (
      field.required &&
      isEmpty(field, value) &&
      !problems.some((problem) => problem.field === field.name)
    ) {
      problems.push(
        field.readOnly?.kind === 'profile' ? withheld(field, model) : required(field, model),
      )
    }
    if (value !== undefined) values.set(field.name, value)
  }
  fillWithheld(model, { values, problems, moment })
  refuseReadOnly(model, sent.readOnly, {
    problems,
    current: (field) => defaultOf(field, moment) ?? null,
  })
  return problems.length > 0 ? fail(problems) : ok({ ...sent, values })
}

/** Checks the body of an update: only the fields that were sent. */
export function planUpdate(
  model: Model,
  body: JsonObject,
): Result<WritePlan, readonly InputProblem[]> {
  const problems: InputProblem[] = []
  const plan = readFields(model, body, problems)
  for (const [name, value] of plan.values) {
    const field = model.fieldByName.get(name)
    if (field?.required === true && isEmpty(field, value)) problems.push(required(field, model))
  }
  return problems.length > 0 ? fail(problems) : ok(plan)
}

/**
 * Problems for the fields of a change that the record does not allow: texts without their form, unless it holds them
 * already, and read-only fields that it holds otherwise.
 */
export function refuseChange(
  { model, values, malformed, readOnly }: WritePlan,
  current: (field: Field) => FieldValue | null,
): readonly InputProblem[] {
  const problems = malformed.filter(({ field: name }) => {
    const field = model.fieldByName.get(name)
    // For a masked value not even its being the same is revealed.
    return field?.shown !== undefined || field === undefined || current(field) !== values.get(name)
  })
  refuseReadOnly(model, readOnly, { problems, current })
  return problems
}

/** Problems for the read-only fields whose sent value differs from the record's. */
function refuseReadOnly(
  model: Model,
  sent: ReadonlyMap<string, FieldValue | null>,
  against: {
    readonly problems: InputProblem[]
    readonly current: (field: Field) => FieldValue | null
  },
): void {
  for (const [name, value] of sent) {
    const field = model.fieldByName.get(name)
    if (field === undefined || field.readOnly === null) continue
    // For a masked value not even its being the same is revealed.
    const isShown = field.shown === undefined
    if (isShown && isSameValue(field, value, against.current(field))) continue
    const message = writerOf(field.readOnly, { field: name, model: model.name })
    against.problems.push({ code: 'READ_ONLY_FIELD', field: name, message })
  }
}

/** Blanks alone are not a text. */
function isEmpty({ type }: Field, value: FieldValue | null | undefined): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'string' && type !== 'secret' && value.trim() === ''
}

function writerOf(
  readOnly: ReadOnly,
  field: { readonly field: string; readonly model: string },
): Message {
  switch (readOnly.kind) {
    case 'action':
      return WRITTEN_BY_ACTION({ ...field, actions: readOnly.actions })
    case 'platform':
      return WRITTEN_BY_SERVICE(field)
    case 'profile':
      return ONLY_READ(field)
  }
}

function required({ name: field }: Field, { name: model }: Model): InputProblem {
  return { code: 'VALIDATION', field, message: IS_REQUIRED({ field, model }) }
}

/** Fields hidden from the writer get their default; if the record needs more of them, he may not create it. */
function fillWithheld(
  model: Model,
  of: {
    readonly values: Map<string, FieldValue | null>
    readonly problems: InputProblem[]
    readonly moment: WriteMoment
  },
): void {
  for (const field of model.withheld) {
    if (isFilledIn(field)) continue
    const value = defaultOf(field, of.moment)
    if (value !== undefined) of.values.set(field.name, value)
    else if (field.required) of.problems.push(withheld(field, model))
  }
}

/** The names of fields are public, so saying which one is missing reveals nothing. */
function withheld({ name: field }: Field, { name: model }: Model): InputProblem {
  const message = REQUIRED_BUT_WITHHELD({ field, model })
  return { code: 'READ_ONLY_FIELD', field, message }
}

function readFields(model: Model, body: JsonObject, problems: InputProblem[]): WritePlan {
  const values = new Map<string, FieldValue | null>()
  const readOnly = new Map<string, FieldValue | null>()
  const malformed: InputProblem[] = []
  const systemNames = new Set(model.systemFields.map(({ name }) => name))
  for (const [name, raw] of Object.entries(body)) {
    // What the service adds to a record comes back when a client sends the whole record again: it is ignored.
    if (systemNames.has(name) || isTextOfReference(model, name)) continue
    if (problems.length + malformed.length >= MAX_PROBLEMS) {
      problems.push(moreProblems(name))
      break
    }
    const field = model.fieldByName.get(name)
    if (field === undefined) {
      problems.push(unknownName(noFieldOf(model), name, model.fieldByName.keys()))
      continue
    }
    if (isMask(field, raw)) continue
    const value = parseInput(field, raw)
    if (!value.ok) {
      const problem = invalid({ field: name, model: model.name }, value.error)
      if (!isStorable(field, raw)) problems.push(problem)
      else if (field.readOnly === null) {
        values.set(name, raw)
        malformed.push(problem)
      } else readOnly.set(name, raw)
    } else if (field.readOnly === null) {
      values.set(name, value.value)
    } else {
      readOnly.set(name, value.value)
    }
  }
  return { model, values, malformed, readOnly, version: versionOf(body, problems) }
}

function invalid(
  at: { readonly field: string; readonly model: string },
  what: Message,
): InputProblem {
  return { code: 'VALIDATION', field: at.field, message: FIELD_IS({ ...at, what }) }
}

/** Whether a record may hold the text although it has not the form: it was written before the field had one. */
function isStorable(field: Field, raw: unknown): raw is string {
  if (field.type !== 'text' || field.form === undefined) return false
  const { form: _, ...plain } = field
  return parseInput(plain, raw).ok
}

function isTextOfReference(model: Model, name: string): boolean {
  return (
    name.endsWith('_str') &&
    model.fieldByName.get(name.slice(0, -'_str'.length))?.type === 'reference'
  )
}

function versionOf(body: JsonObject, problems: InputProblem[]): string | null {
  const raw = body['version']
  if (raw === undefined || raw === null) return null
  if (raw instanceof JsonNumber && /^\d{1,9}$/.test(raw.source)) return raw.source
  problems.push({
    code: 'VALIDATION',
    field: 'version',
    message: FIELD_IS({ field: 'version', what: WHOLE_NUMBER() }),
  })
  return null
}

/** What a field is where nobody writes it; undefined: nothing says. */
export function defaultOf(field: Field, moment: WriteMoment): FieldValue | undefined {
  switch (field.default?.kind) {
    case undefined:
      return undefined
    case 'today':
      return moment.today
    case 'now':
      return moment.now
    case 'value':
      return typeof field.default.value === 'number'
        ? String(field.default.value)
        : field.default.value
  }
}
