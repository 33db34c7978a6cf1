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

interface Described {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** Path parameters that are not plain text. */
  readonly named?: Parameters
  /** Query parameters, or body parameters where the method has a body. */
  readonly parameters: Parameters
}

/** The OpenAPI description of an operation, made from the declaration that also parses its requests. */
export function operationSchema(described: Described, options: OperationOptions): object {
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

function pathParameters({ path, named = {} }: Described): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (names.length === 0) return {}
  const properties = Object.fromEntries(
    names.map((name) => [name, named[name]?.kind.schema ?? { type: 'string' }]),
  )
  return { params: { type: 'object', required: names, properties } }
}

function fieldParameters({ method, parameters }: Described, contentType?: string): object {
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
