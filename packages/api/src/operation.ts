import type { JsonSchema } from './kind.ts'
import type { Parameter, Parameters } from './parameter.ts'

/** What the OpenAPI document says of an endpoint beyond what follows from its declaration. */
export interface OperationOptions {
  /** Its section in the API reference; absent when the document does not show the endpoint. */
  readonly tag?: string | undefined
  /** Security schemes; none for a public endpoint. */
  readonly security: readonly string[]
  /** By status. */
  readonly responses: Readonly<Record<string, JsonSchema>>
  /** Content type of a body with parameters, when it is not JSON. */
  readonly contentType?: string
}

/** What every endpoint declares; a service adds who may call it, what else it takes, and what it answers. */
export interface Described<N extends Parameters = Parameters> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for what varies. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** Path parameters: one for each name in the path. */
  readonly named?: N
}

interface Operation extends Described {
  /** Query parameters, or body parameters where the method has a body. */
  readonly parameters: Parameters
}

/**
 * The OpenAPI description of an operation, made from the declaration that also parses its requests.
 * @throws Error for a path whose names are not those that are declared
 */
export function operationSchema(described: Operation, options: OperationOptions): object {
  return {
    summary: described.summary,
    ...(described.description === undefined ? {} : { description: described.description }),
    ...(options.tag === undefined ? {} : { tags: [options.tag] }),
    ...(options.security.length === 0
      ? {}
      : { security: options.security.map((scheme) => ({ [scheme]: [] })) }),
    ...pathParameters(described),
    ...fieldParameters(described, options.contentType),
    response: options.responses,
  }
}

function pathParameters({ path, named = {}, parameters }: Operation): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  checkNames(path, names, named)
  const twice = names.find((name) => Object.hasOwn(parameters, name))
  if (twice !== undefined) throw new Error(`${path}: ${twice} is also declared beside the path`)
  return names.length === 0 ? {} : { params: parametersSchema(named) }
}

function checkNames(path: string, names: readonly string[], named: Parameters): void {
  const declared = Object.keys(named)
  if (names.toSorted().join() === declared.toSorted().join()) return
  throw new Error(`${path}: the path names [${names.join()}], declared are [${declared.join()}]`)
}

function fieldParameters({ method, parameters }: Operation, contentType?: string): object {
  if (Object.keys(parameters).length === 0) return {}
  const schema = parametersSchema(parameters)
  if (method === 'GET' || method === 'DELETE') return { querystring: schema }
  return { ...(contentType === undefined ? {} : { consumes: [contentType] }), body: schema }
}

/** The schema of an object of these parameters. */
export function parametersSchema(parameters: Parameters): JsonSchema {
  const entries = Object.entries(parameters)
  const properties = Object.fromEntries(
    entries.map(([name, parameter]) => [name, fieldSchema(parameter)]),
  )
  const required = entries
    .filter(([, parameter]) => parameter.presence === 'required')
    .map(([name]) => name)
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

function fieldSchema({ kind, fallback, aliases }: Parameter<unknown>): object {
  return {
    ...withoutUndefined(kind.schema),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(aliases.length === 0 ? {} : { description: `Also: ${aliases.join(', ')}.` }),
  }
}

/** JSON Schema has no undefined; kinds use it to leave a limit open. */
function withoutUndefined(schema: JsonSchema): object {
  return JSON.parse(JSON.stringify(schema)) as object
}
