import type { JsonSchema, Kind, Place, Refuse } from './kind.ts'

interface IntegerBounds {
  readonly min?: number
  readonly max?: number
}

export interface TextBounds {
  /** In code points. */
  readonly maxLength?: number
  readonly isRequired?: boolean
  readonly pattern?: RegExp
  readonly isStripped?: boolean
  /** Null bytes are refused by the code that uses the text, in its own words. */
  readonly mayHoldNull?: boolean
}

/** Optional keys of a JSON object are marked with this. */
export interface OptionalField<T> {
  readonly optional: Kind<T>
}

type ObjectFields = Readonly<Record<string, Kind<unknown> | OptionalField<unknown>>>
type RequiredKeys<F extends ObjectFields> = {
  [K in keyof F]: F[K] extends Kind<unknown> ? K : never
}[keyof F]
/** The value that an object of these fields is read as. */
export type Shape<F extends ObjectFields> = {
  readonly [K in RequiredKeys<F>]: F[K] extends Kind<infer T> ? T : never
} & {
  readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: F[K] extends OptionalField<infer T>
    ? T
    : never
}

function jsonKind<T>(schema: JsonSchema, check: (value: unknown, place: Place) => T): Kind<T> {
  return { isRaw: false, schema, check }
}

function rawKind<T>(schema: JsonSchema, check: (value: unknown, place: Place) => T): Kind<T> {
  return { isRaw: true, schema, check }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function optionalField<T>(kind: Kind<T>): OptionalField<T> {
  return { optional: kind }
}

/** A kind with a sentence for the API reference. */
export function described<T>(kind: Kind<T>, description: string): Kind<T> {
  return { ...kind, schema: { ...kind.schema, description } }
}

export function nullable<T>(kind: Kind<T>): Kind<T | null> {
  const schema = { anyOf: [kind.schema, { type: 'null' }] }
  return jsonKind(schema, (value, place) => (value === null ? null : kind.check(value, place)))
}

/** The first kind that accepts the value is used; if none does, the error is the last kind’s. */
export function either<A, B>(
  isFirst: (value: unknown) => boolean,
  first: Kind<A>,
  second: Kind<B>,
): Kind<A | B> {
  const schema = { anyOf: [first.schema, second.schema] }
  return jsonKind(schema, (value, place) =>
    isFirst(value) ? first.check(value, place) : second.check(value, place),
  )
}

/** JSON when the text parses as JSON, else the text itself: clients send both. */
export function jsonOrText<T>(kind: Kind<T>): Kind<T> {
  return rawKind(kind.schema, (value, place) => {
    try {
      return kind.check(JSON.parse(String(value)), place)
    } catch (error) {
      if (error instanceof SyntaxError) return kind.check(value, place)
      throw error
    }
  })
}

/** The kinds that every service has, with the service’s own error texts. */
export function kindsOf(refuse: Refuse) {
  return {
    boolean: booleanKind(refuse),
    integer: (bounds: IntegerBounds = {}) => integerKind(refuse, bounds),
    integerChoice: <const T extends number>(allowed: readonly T[]) =>
      integerChoiceKind(refuse, allowed),
    /** Text as it stands in the field. */
    text: (bounds: TextBounds = {}) => ({ ...textKind(refuse, bounds), isRaw: true }),
    /** Text inside JSON, or a parameter whose value is a JSON string. */
    jsonText: (bounds: TextBounds = {}) => textKind(refuse, bounds),
    /** One of a few words, raw. */
    choice: <const T extends string>(allowed: readonly T[]) => choiceKind(refuse, allowed),
    list: <T>(item: Kind<T>, limits: { readonly maxItems?: number } = {}) =>
      listKind(refuse, item, limits),
    /** A JSON object with these fields. A closed one refuses any other key; an open one ignores other keys. */
    object: <F extends ObjectFields>(fields: F, options: { readonly isOpen?: boolean } = {}) =>
      objectKind(refuse, fields, options),
    /** A JSON object whose keys are the caller’s own and whose values are texts. */
    textsByName: (limits: { readonly maxItems: number }) => textsByNameKind(refuse, limits),
    /** A JSON object as it stands. */
    anyObject: anyObjectKind(refuse),
    anyJson: anyJsonKind(refuse),
  }
}

function booleanKind(refuse: Refuse): Kind<boolean> {
  return jsonKind({ type: 'boolean' }, (value, place) => {
    if (typeof value !== 'boolean') throw refuse({ problem: 'type', expected: 'boolean' }, place)
    return value
  })
}

function integerKind(refuse: Refuse, { min, max }: IntegerBounds): Kind<number> {
  return jsonKind({ type: 'integer', minimum: min, maximum: max }, (value, place) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      throw refuse({ problem: 'type', expected: 'integer' }, place)
    }
    if (min !== undefined && value < min) {
      throw refuse({ problem: 'range', bound: 'min', limit: min }, place)
    }
    if (max !== undefined && value > max) {
      throw refuse({ problem: 'range', bound: 'max', limit: max }, place)
    }
    return value
  })
}

function integerChoiceKind<const T extends number>(refuse: Refuse, allowed: readonly T[]): Kind<T> {
  const integer = integerKind(refuse, {})
  return jsonKind({ type: 'integer', enum: allowed }, (value, place) => {
    const number = integer.check(value, place)
    const found = allowed.find((one) => one === number)
    if (found === undefined) throw refuse({ problem: 'choice', allowed }, place)
    return found
  })
}

/** The database can keep neither lone surrogates nor null bytes. */
function checkCharacters(
  refuse: Refuse,
  value: string,
  place: Place,
  { mayHoldNull = false }: Pick<TextBounds, 'mayHoldNull'> = {},
): void {
  if (/\p{Surrogate}/u.test(value)) {
    throw refuse({ problem: 'characters', found: 'surrogate' }, place)
  }
  if (!mayHoldNull && value.includes('\0')) {
    throw refuse({ problem: 'characters', found: 'null' }, place)
  }
}

function textKind(refuse: Refuse, bounds: TextBounds): Kind<string> {
  const { maxLength, pattern } = bounds
  return jsonKind({ type: 'string', maxLength }, (value, place) => {
    if (typeof value !== 'string') throw refuse({ problem: 'type', expected: 'text' }, place)
    checkCharacters(refuse, value, place, bounds)
    const text = bounds.isStripped === true ? value.trim() : value
    if (bounds.isRequired === true && text === '') throw refuse({ problem: 'blank' }, place)
    if (isLonger(text, maxLength)) {
      throw refuse({ problem: 'length', max: maxLength ?? 0, unit: 'characters' }, place)
    }
    if (pattern !== undefined && !pattern.test(text)) {
      throw refuse({ problem: 'pattern', pattern }, place)
    }
    return text
  })
}

function isLonger(text: string, maxLength: number | undefined): boolean {
  // Code points are counted only when there are too many UTF-16 units; there are never more code points than units.
  return maxLength !== undefined && text.length > maxLength && Array.from(text).length > maxLength
}

function choiceKind<const T extends string>(refuse: Refuse, allowed: readonly T[]): Kind<T> {
  return rawKind({ type: 'string', enum: allowed }, (value, place) => {
    const found = allowed.find((one) => one === value)
    if (found === undefined) throw refuse({ problem: 'choice', allowed }, place)
    return found
  })
}

function listKind<T>(
  refuse: Refuse,
  item: Kind<T>,
  { maxItems }: { readonly maxItems?: number },
): Kind<readonly T[]> {
  return jsonKind({ type: 'array', items: item.schema, maxItems }, (value, place) => {
    if (!Array.isArray(value)) throw refuse({ problem: 'type', expected: 'list' }, place)
    if (maxItems !== undefined && value.length > maxItems) {
      throw refuse({ problem: 'length', max: maxItems, unit: 'items' }, place)
    }
    return value.map((one, index) => item.check(one, [...place, index]))
  })
}

function objectKind<F extends ObjectFields>(
  refuse: Refuse,
  fields: F,
  { isOpen = false }: { readonly isOpen?: boolean },
): Kind<Shape<F>> {
  return jsonKind(objectSchema(fields, { isOpen }), (value, place) => {
    if (!isObject(value)) throw refuse({ problem: 'type', expected: 'object' }, place)
    const result: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(fields)) {
      const inside = [...place, name]
      if (Object.hasOwn(value, name)) result[name] = kindOf(field).check(value[name], inside)
      else if (!('optional' in field)) throw refuse({ problem: 'missing' }, inside)
    }
    const extra = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
    if (extra !== undefined && !isOpen) throw refuse({ problem: 'unexpected' }, [...place, extra])
    // Every required field was read above with its own kind.
    return result as Shape<F>
  })
}

function kindOf(field: Kind<unknown> | OptionalField<unknown>): Kind<unknown> {
  return 'optional' in field ? field.optional : field
}

function objectSchema(fields: ObjectFields, { isOpen }: { readonly isOpen: boolean }): JsonSchema {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    required: entries.filter(([, field]) => !('optional' in field)).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, field]) => [name, kindOf(field).schema])),
    ...(isOpen ? {} : { additionalProperties: false }),
  }
}

function textsByNameKind(
  refuse: Refuse,
  { maxItems }: { readonly maxItems: number },
): Kind<ReadonlyMap<string, string>> {
  const schema = {
    type: 'object',
    additionalProperties: { type: 'string' },
    maxProperties: maxItems,
  }
  const text = textKind(refuse, {})
  return jsonKind(schema, (value, place) => {
    if (!isObject(value)) throw refuse({ problem: 'type', expected: 'object' }, place)
    const entries = Object.entries(value)
    if (entries.length > maxItems) {
      throw refuse({ problem: 'length', max: maxItems, unit: 'items' }, place)
    }
    return new Map(
      entries.map(([name, one]) => {
        checkCharacters(refuse, name, place)
        return [name, text.check(one, [...place, name])]
      }),
    )
  })
}

function anyObjectKind(refuse: Refuse): Kind<Readonly<Record<string, unknown>>> {
  return jsonKind({ type: 'object' }, (value, place) => {
    if (!isObject(value)) throw refuse({ problem: 'type', expected: 'object' }, place)
    return value
  })
}

/** Any JSON value; its texts must be storable in the database. */
function anyJsonKind(refuse: Refuse): Kind<unknown> {
  return jsonKind({}, (value, place) => {
    const texts = JSON.stringify(value) ?? ''
    if (/\\u0000/.test(texts)) throw refuse({ problem: 'characters', found: 'null' }, place)
    if (/\\ud[89a-f]/.test(texts)) {
      throw refuse({ problem: 'characters', found: 'surrogate' }, place)
    }
    return value
  })
}
