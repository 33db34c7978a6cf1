import type { JsonSchema } from './kind.ts'
import type { Parameters } from './parameter.ts'

/** What the OpenAPI document is told of an endpoint, beside what follows from its declaration. */
export interface OperationOptions {
  readonly tag: string
  /** Security schemes, none for the public. */
  readonly security: readonly string[]
  /** By status. */
  readonly responses: Readonly<Record<string, JsonSchema>>
  /** Of a body with parameters, such as a form’s. */
  readonly contentType: string
}

interface Described {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly parameters: Parameters
}

/** What the OpenAPI document says of an operation, from the declaration that also parses it. */
export function operationSchema(described: Described, options: OperationOptions): object {
  return {
    summary: described.summary,
    tags: [options.tag],
    ...(options.security.length === 0
      ? {}
      : { security: options.security.map((scheme) => ({ [scheme]: [] })) }),
    ...pathParameters(described.path),
    ...fieldParameters(described, options.contentType),
    response: options.responses,
  }
}

function pathParameters(path: string): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (names.length === 0) return {}
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return { params: { type: 'object', required: names, properties } }
}

function fieldParameters({ method, parameters }: Described, contentType: string): object {
  const entries = Object.entries(parameters)
  if (entries.length === 0) return {}
  const properties = Object.fromEntries(
    entries.map(([name, { kind, fallback, aliases }]) => [
      name,
      {
        ...withoutUndefined(kind.schema),
        ...(fallback === undefined ? {} : { default: fallback }),
        ...(aliases.length === 0 ? {} : { description: `Also: ${aliases.join(', ')}.` }),
      },
    ]),
  )
  const required = entries
    .filter(([, parameter]) => parameter.presence === 'required')
    .map(([name]) => name)
  const schema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
  return method === 'GET' || method === 'DELETE'
    ? { querystring: schema }
    : { consumes: [contentType], body: schema }
}

/** JSON Schema has no undefined; kinds leave limits open by it. */
function withoutUndefined(schema: JsonSchema): object {
  return JSON.parse(JSON.stringify(schema)) as object
}
