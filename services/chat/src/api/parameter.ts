import { ApiError, refusal } from '../errors.ts'
import type { Kind } from './kind.ts'

/** One parameter of an endpoint: its kind, its other names, and what stands for it when it is absent. */
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
export type Values<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never
}

/** The texts that a request carries, by name; the last one counts where a name comes twice. */
export type Fields = ReadonlyMap<string, string>

/**
 * Reads an endpoint's parameters. The first problem is told.
 * @throws ApiError REQUEST_VARIABLE_MISSING, REQUEST_CONFUSING_VAR, or BAD_REQUEST naming the place
 */
export function readParameters<P extends Parameters>(declared: P, fields: Fields): Values<P> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(declared)) {
    values[name] = readParameter(name, parameter, fields)
  }
  // Each value was read with the kind of its own parameter.
  return values as Values<P>
}

function readParameter(name: string, parameter: Parameter<unknown>, fields: Fields): unknown {
  const given = [name, ...parameter.aliases].filter((one) => fields.has(one))
  const [first, second] = given
  if (first !== undefined && second !== undefined) {
    throw new ApiError(
      'REQUEST_CONFUSING_VAR',
      `Can't decide between '${first}' and '${second}' arguments`,
      { var_name1: first, var_name2: second },
    )
  }
  if (first === undefined) {
    if (parameter.presence === 'optional') return parameter.fallback
    throw new ApiError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name })
  }
  const text = fields.get(first) ?? ''
  return parameter.kind.check(parameter.kind.isRaw ? text : parseJson(text, first), first)
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal(`${name} is not valid JSON`)
  }
}

/** The names that an endpoint did not ask for, sorted: `ignored_parameters_unsupported`. */
export function ignoredParameters(declared: Parameters, fields: Fields): readonly string[] {
  const known = new Set(
    Object.entries(declared).flatMap(([name, { aliases }]) => [name, ...aliases]),
  )
  return [...fields.keys()].filter((name) => !known.has(name)).toSorted()
}
