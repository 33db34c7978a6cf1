import type { JsonSchema } from '@oficina/api/kind.ts'

/**
 * What a value on the wire looks like: its JSON Schema, and its type for the code that writes or reads it.
 * @source docs/decisions/0315-chat-wire.md
 */
export interface Shape<T> {
  readonly schema: JsonSchema
  /** Only for the type checker. */
  readonly type?: T
}

export type Fields = Readonly<Record<string, Shape<unknown>>>

/** No fields: an object without keys. */
export type NoFields = { readonly [K in never]: Shape<unknown> }

/** An object with all of `required`, perhaps some of `optional`, and nothing else. */
export interface ObjectShape<R extends Fields = Fields, O extends Fields = Fields> extends Shape<
  ObjectOf<R, O>
> {
  readonly required: R
  readonly optional: O
}

/** The type of a shape’s values. */
export type TypeOf<S> = S extends Shape<infer T> ? T : never

/** The type of an object with these fields. */
export type ObjectOf<R extends Fields, O extends Fields> = Flat<
  { readonly [K in keyof R]: TypeOf<R[K]> } & { readonly [K in keyof O]?: TypeOf<O[K]> }
>

type Flat<T> = { [K in keyof T]: T[K] }

export const INTEGER: Shape<number> = { schema: { type: 'integer' } }
export const NUMBER: Shape<number> = { schema: { type: 'number' } }
export const TEXT: Shape<string> = { schema: { type: 'string' } }
export const BOOLEAN: Shape<boolean> = { schema: { type: 'boolean' } }
export const SECONDS = described(INTEGER, 'UNIX seconds.')
export const MILLISECONDS = described(INTEGER, 'UNIX milliseconds.')
/** What Zulip's API has, and this server leaves empty. */
export const ANYTHING: Shape<unknown> = { schema: {} }
export const IDS = listOf(INTEGER)
export const TEXTS = listOf(TEXT)

/** Tells readers of the API’s description more about a value. */
export function described<T>({ schema }: Shape<T>, description: string): Shape<T> {
  return { schema: { ...schema, description } }
}

/** One of these values. */
export function choice<const V extends readonly (string | number | boolean)[]>(
  ...values: V
): Shape<V[number]> {
  return { schema: { enum: values } }
}

/** The name of one of these fields. */
export function oneKeyOf<F extends Fields>(fields: F): Shape<keyof F & string> {
  return { schema: { enum: Object.keys(fields) } }
}

export function nullable<T>({ schema }: Shape<T>): Shape<T | null> {
  return { schema: { anyOf: [schema, { type: 'null' }] } }
}

export function listOf<T>({ schema }: Shape<T>): Shape<readonly T[]> {
  return { schema: { type: 'array', items: schema } }
}

/** A list of exactly these values. */
export function tuple<const S extends readonly Shape<unknown>[]>(
  ...shapes: S
): Shape<{ readonly [I in keyof S]: TypeOf<S[I]> }> {
  return {
    schema: {
      type: 'array',
      prefixItems: shapes.map(({ schema }) => schema),
      items: false,
      minItems: shapes.length,
    },
  }
}

/** An object whose keys are data, such as ids. */
export function mapOf<T>({ schema }: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return { schema: { type: 'object', additionalProperties: schema } }
}

/** A value of any of these shapes. */
export function anyOf<const S extends readonly Shape<unknown>[]>(
  ...shapes: S
): Shape<TypeOf<S[number]>> {
  return { schema: { anyOf: shapes.map(({ schema }) => schema) } }
}

/** An object with these fields alone; those of `optional` may be absent. */
export function objectOf<R extends Fields>(required: R): ObjectShape<R, NoFields>
export function objectOf<R extends Fields, O extends Fields>(
  required: R,
  optional: O,
): ObjectShape<R, O>
export function objectOf(required: Fields, optional: Fields = {}): ObjectShape {
  return {
    schema: {
      type: 'object',
      required: Object.keys(required),
      properties: Object.fromEntries(
        Object.entries({ ...required, ...optional }).map(([name, { schema }]) => [name, schema]),
      ),
      additionalProperties: false,
    },
    required,
    optional,
  }
}

/** Each of these objects with `fields` as well. */
export function eachWith<F extends Fields, const V extends readonly ObjectShape[]>(
  fields: F,
  variants: V,
): { readonly [I in keyof V]: ObjectShape<F & V[I]['required'], V[I]['optional']> } {
  const whole = variants.map(({ required, optional }) =>
    objectOf({ ...fields, ...required }, optional),
  )
  // TypeScript forgets which place of a list came from which.
  return whole as never
}

type Prefixed<F extends Fields, P extends string> = {
  readonly [K in keyof F & string as `${P}${K}`]: F[K]
}

/** The same fields under longer names. */
export function prefixed<F extends Fields, const P extends string>(
  fields: F,
  prefix: P,
): Prefixed<F, P> {
  const longer = Object.entries(fields).map(([name, shape]) => [`${prefix}${name}`, shape])
  // TypeScript forgets the names of entries.
  return Object.fromEntries(longer) as Prefixed<F, P>
}
