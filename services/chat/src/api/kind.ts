import { refusal } from '../errors.ts'
import type { GroupSettingValue } from '../tenancy/group-setting-value.ts'

/**
 * What a parameter's text may be. A raw kind takes the text as it stands; any other takes JSON.
 * `path` names the place in errors: the parameter and the steps into it, such as `drafts[0]["to"]`.
 * @source docs/decisions/0309-chat-parameters.md
 */
export interface Kind<T> {
  readonly isRaw: boolean
  /** JSON Schema of the parsed value. */
  readonly schema: Readonly<Record<string, unknown>>
  check(value: unknown, path: string): T
}

function jsonKind<T>(
  schema: Readonly<Record<string, unknown>>,
  check: (value: unknown, path: string) => T,
): Kind<T> {
  return { isRaw: false, schema, check }
}

export const boolean: Kind<boolean> = jsonKind({ type: 'boolean' }, (value, path) => {
  if (typeof value !== 'boolean') throw refusal(`${path} is not a boolean`)
  return value
})

export function integer(bounds: { min?: number; max?: number } = {}): Kind<number> {
  const schema = { type: 'integer', minimum: bounds.min, maximum: bounds.max }
  return jsonKind(schema, (value, path) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      throw refusal(`${path} is not an integer`)
    }
    if (bounds.min !== undefined && value < bounds.min) throw refusal(`${path} is too small`)
    if (bounds.max !== undefined && value > bounds.max) throw refusal(`${path} is too large`)
    return value
  })
}

// The last second of the year 9999: what follows is no date in some clients and databases.
export const LAST_SECOND = 253_402_300_799

/** UNIX seconds. */
export const timestamp: Kind<number> = integer({ max: LAST_SECOND })

/** One of a few numbers, such as a visibility policy. */
export function integerChoice<const T extends number>(allowed: readonly T[]): Kind<T> {
  return jsonKind({ type: 'integer', enum: allowed }, (value, path) => {
    const number = integer().check(value, path)
    const found = allowed.find((one) => one === number)
    if (found === undefined) {
      throw refusal(`Invalid ${path}: Value error, Not in the list of possible values`)
    }
    return found
  })
}

interface TextBounds {
  /** In code points. */
  readonly maxLength?: number
  readonly isRequired?: boolean
  readonly pattern?: RegExp
  readonly isStripped?: boolean
  /** The action refuses null bytes with a text of its own. */
  readonly mayHoldNull?: boolean
}

/** The database can keep neither lone surrogates nor null bytes. */
function checkCharacters(value: string, path: string, { mayHoldNull }: TextBounds): void {
  if (/\p{Surrogate}/u.test(value)) throw refusal(`${path} does not have the expected format`)
  if (mayHoldNull !== true && value.includes('\0')) {
    throw refusal(`${path} must not contain null bytes`)
  }
}

function checkText(value: unknown, path: string, bounds: TextBounds): string {
  if (typeof value !== 'string') throw refusal(`${path} is not a string`)
  checkCharacters(value, path, bounds)
  const text = bounds.isStripped === true ? value.trim() : value
  if (bounds.isRequired === true && text === '') throw refusal(`${path} cannot be blank`)
  const { maxLength } = bounds
  if (maxLength !== undefined && text.length > maxLength && Array.from(text).length > maxLength) {
    throw refusal(`${path} is too long (limit: ${maxLength} characters)`)
  }
  if (bounds.pattern !== undefined && !bounds.pattern.test(text)) {
    throw refusal(`${path} has invalid format`)
  }
  return text
}

/** Text as it stands in the field. */
export function text(bounds: TextBounds = {}): Kind<string> {
  const schema = { type: 'string', maxLength: bounds.maxLength }
  return { isRaw: true, schema, check: (value, path) => checkText(value, path, bounds) }
}

/** Text inside JSON, or a parameter whose value is a JSON string. */
export function jsonText(bounds: TextBounds = {}): Kind<string> {
  const schema = { type: 'string', maxLength: bounds.maxLength }
  return jsonKind(schema, (value, path) => checkText(value, path, bounds))
}

/** One of a few words, raw. */
export function choice<const T extends string>(allowed: readonly T[]): Kind<T> {
  return {
    isRaw: true,
    schema: { type: 'string', enum: allowed },
    check: (value, path) => {
      const found = allowed.find((one) => one === value)
      if (found === undefined) throw refusal(`Invalid ${path}`)
      return found
    },
  }
}

export function list<T>(item: Kind<T>, limits: { maxItems?: number } = {}): Kind<readonly T[]> {
  const schema = { type: 'array', items: item.schema, maxItems: limits.maxItems }
  return jsonKind(schema, (value, path) => {
    if (!Array.isArray(value)) throw refusal(`${path} is not a list`)
    if (limits.maxItems !== undefined && value.length > limits.maxItems) {
      throw refusal(`${path} is too long (limit: ${limits.maxItems} items)`)
    }
    return value.map((one, index) => item.check(one, `${path}[${index}]`))
  })
}

export const ids: Kind<readonly number[]> = list(integer())

/** Optional keys of a JSON object are marked with this. */
interface OptionalField<T> {
  readonly optional: Kind<T>
}

export function optionalField<T>(kind: Kind<T>): OptionalField<T> {
  return { optional: kind }
}

type Fields = Readonly<Record<string, Kind<unknown> | OptionalField<unknown>>>
type RequiredKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends Kind<unknown> ? K : never
}[keyof F]
type Shape<F extends Fields> = {
  readonly [K in RequiredKeys<F>]: F[K] extends Kind<infer T> ? T : never
} & {
  readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: F[K] extends OptionalField<infer T>
    ? T
    : never
}

export function isDict(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JSON object with these fields; a closed one refuses any other key, an open one leaves them out. */
export function dict<F extends Fields>(fields: F, { isOpen = false } = {}): Kind<Shape<F>> {
  const kindOf = (field: Kind<unknown> | OptionalField<unknown>) =>
    'optional' in field ? field.optional : field
  const schema = {
    type: 'object',
    required: Object.keys(fields).filter((name) => !('optional' in (fields[name] ?? {}))),
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, kindOf(field).schema]),
    ),
    ...(isOpen ? {} : { additionalProperties: false }),
  }
  return jsonKind(schema, (value, path) => {
    if (!isDict(value)) throw refusal(`${path} is not a dict`)
    const result: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(fields)) {
      const inside = `${path}["${name}"]`
      if (Object.hasOwn(value, name)) {
        result[name] = kindOf(field).check(value[name], inside)
      } else if (!('optional' in field)) throw refusal(`${inside} field is missing: Field required`)
    }
    const extra = isOpen
      ? undefined
      : Object.keys(value).find((name) => !Object.hasOwn(fields, name))
    if (extra !== undefined) {
      throw refusal(`Argument "${extra}" at ${path}["${extra}"] is unexpected`)
    }
    // Every required field was read above with its own kind.
    return result as Shape<F>
  })
}

/** A JSON object whose keys are the caller's own and whose values are texts. */
export function textsByName({
  maxItems,
}: {
  readonly maxItems: number
}): Kind<ReadonlyMap<string, string>> {
  const schema = {
    type: 'object',
    additionalProperties: { type: 'string' },
    maxProperties: maxItems,
  }
  return jsonKind(schema, (value, path) => {
    if (!isDict(value)) throw refusal(`${path} is not a dict`)
    const entries = Object.entries(value)
    if (entries.length > maxItems) throw refusal(`${path} is too long (limit: ${maxItems} items)`)
    return new Map(
      entries.map(([name, text]) => {
        checkCharacters(name, path, {})
        return [name, checkText(text, `${path}["${name}"]`, {})]
      }),
    )
  })
}

export function nullable<T>(kind: Kind<T>): Kind<T | null> {
  const schema = { anyOf: [kind.schema, { type: 'null' }] }
  return jsonKind(schema, (value, path) => (value === null ? null : kind.check(value, path)))
}

/** The first kind whose test accepts the value decides; the last one gives the error. */
export function either<A, B>(
  isFirst: (value: unknown) => boolean,
  first: Kind<A>,
  second: Kind<B>,
): Kind<A | B> {
  const schema = { anyOf: [first.schema, second.schema] }
  return jsonKind(schema, (value, path) =>
    isFirst(value) ? first.check(value, path) : second.check(value, path),
  )
}

/** JSON when the text is JSON, else the text itself: clients send both. */
export function jsonOrText<T>(kind: Kind<T>): Kind<T> {
  return {
    isRaw: true,
    schema: kind.schema,
    check: (value, path) => {
      try {
        return kind.check(JSON.parse(String(value)), path)
      } catch (error) {
        if (error instanceof SyntaxError) return kind.check(value, path)
        throw error
      }
    },
  }
}

/** Whatever JSON; its texts are such as the database can keep. */
export const anyJson: Kind<unknown> = jsonKind({}, (value, path) => {
  const texts = JSON.stringify(value) ?? ''
  if (/\\u0000/.test(texts)) throw refusal(`${path} must not contain null bytes`)
  if (/\\ud[89a-f]/.test(texts)) throw refusal(`${path} does not have the expected format`)
  return value
})

export const groupSetting: Kind<GroupSettingValue> = either(
  (value) => typeof value === 'number',
  integer(),
  dict({ direct_members: ids, direct_subgroups: ids }),
)

/** `{new, old?}` as an update takes it. @source docs/contract/chat.md, Group-setting value */
export const groupSettingChange = dict({ new: groupSetting, old: optionalField(groupSetting) })
