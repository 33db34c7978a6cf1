import type { Kind, Place } from './kind.ts'

/** One parameter of an endpoint: its kind, its other names, and its default. */
export interface Parameter<T> {
  readonly kind: Kind<unknown>
  readonly aliases: readonly string[]
  readonly presence: 'required' | 'optional'
  readonly fallback?: unknown
  /** Only for the type checker. */
  readonly type?: T
}

export function required<T>(kind: Kind<T>, ...aliases: readonly string[]): Parameter<T> {
  return { kind, aliases, presence: 'required' }
}

export function optional<T>(
  kind: Kind<T>,
  ...aliases: readonly string[]
): Parameter<T | undefined> {
  return { kind, aliases, presence: 'optional' }
}

export function defaulted<T>(
  kind: Kind<T>,
  fallback: T,
  ...aliases: readonly string[]
): Parameter<T> {
  return { kind, aliases, presence: 'optional', fallback }
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>

/** What an endpoint without parameters declares: an object without keys. */
export type NoParameters = { readonly [K in never]: Parameter<unknown> }

/** What an endpoint’s handler is given. */
export type Values<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never
}

/** The texts of a request by name; when a name occurs twice, the last one counts. */
export type FormFields = ReadonlyMap<string, string>

/** A service’s own errors for fields as a whole. */
export interface FormWords {
  readonly missing: (name: string) => Error
  readonly ambiguous: (first: string, second: string) => Error
  readonly notJson: (name: string) => Error
}

/**
 * Reads an endpoint’s parameters from a form. Only the first problem is reported.
 * @throws the error that `words` or a kind makes of it
 */
export function readForm<P extends Parameters>(
  declared: P,
  fields: FormFields,
  words: FormWords,
): Values<P> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(declared)) {
    values[name] = readField([name, ...parameter.aliases], parameter, { fields, words })
  }
  // Each value was read with the kind of its own parameter.
  return values as Values<P>
}

function readField(
  names: readonly string[],
  { kind, presence, fallback }: Parameter<unknown>,
  { fields, words }: { readonly fields: FormFields; readonly words: FormWords },
): unknown {
  const [first, second] = names.filter((one) => fields.has(one))
  if (first !== undefined && second !== undefined) throw words.ambiguous(first, second)
  if (first === undefined) {
    if (presence === 'optional') return fallback
    throw words.missing(names[0] ?? '')
  }
  const text = fields.get(first) ?? ''
  return kind.check(kind.isRaw ? text : parsed(text, first, words), [first])
}

function parsed(text: string, name: string, words: FormWords): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw words.notJson(name)
  }
}

/** The names that the endpoint does not have, sorted. */
export function ignoredFields(declared: Parameters, fields: FormFields): readonly string[] {
  const known = new Set(
    Object.entries(declared).flatMap(([name, { aliases }]) => [name, ...aliases]),
  )
  return [...fields.keys()].filter((name) => !known.has(name)).toSorted()
}

/** The texts of a request’s path, by name. */
export function pathTexts({
  params,
}: {
  readonly params: unknown
}): Readonly<Record<string, string>> {
  // The router gives an object of texts, also where the path names nothing.
  return params as Readonly<Record<string, string>>
}

/** A service’s own errors for the fields of a JSON object; all of them are reported at once. */
export interface ObjectWords<E extends Error> {
  readonly missing: (place: Place) => E
  readonly isRefusal: (error: unknown) => error is E
  readonly together: (errors: readonly E[]) => E
}

/**
 * Reads an endpoint’s parameters from a JSON object. Null counts as absent for optional ones. Each field reports its
 * first problem.
 * @param place the path to the object, for errors
 * @throws what `words` makes of all problems together
 */
export function readObject<P extends Parameters, E extends Error>(
  declared: P,
  fields: Readonly<Record<string, unknown>>,
  words: ObjectWords<E>,
  place: Place = [],
): Values<P> {
  const values: Record<string, unknown> = {}
  const refusals: E[] = []
  for (const [name, { kind, presence, fallback }] of Object.entries(declared)) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    const at = [...place, name]
    if (presence === 'optional' && (value === undefined || value === null)) {
      values[name] = fallback
      continue
    }
    if (value === undefined) {
      refusals.push(words.missing(at))
      continue
    }
    try {
      values[name] = kind.check(value, at)
    } catch (error) {
      if (!words.isRefusal(error)) throw error
      refusals.push(error)
    }
  }
  if (refusals.length > 0) throw words.together(refusals)
  // Each value was read with the kind of its own parameter.
  return values as Values<P>
}
