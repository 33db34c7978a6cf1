import type { Parameters } from './parameter.ts'

interface Described {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly parameters: Parameters
  readonly auth: 'user' | 'human' | 'public'
  readonly answer?: Readonly<Record<string, object>>
}

const ERROR = {
  type: 'object',
  required: ['result', 'msg'],
  properties: {
    result: { const: 'error' },
    msg: { type: 'string' },
    code: { type: 'string' },
  },
}

/** What the OpenAPI document says of an operation, from the declaration that also parses it. */
export function routeSchema(described: Described): object {
  const { parameters, answer = {} } = described
  const tag = described.path.split('/')[1] ?? ''
  return {
    summary: described.summary,
    tags: [tag],
    ...(described.auth === 'public' ? {} : { security: [{ basic: [] }] }),
    ...pathParameters(described.path),
    ...fieldParameters(described.method, parameters),
    response: {
      200: {
        type: 'object',
        required: [...new Set(['result', 'msg', ...Object.keys(answer)])],
        properties: {
          result: { const: 'success' },
          msg: { const: '' },
          ignored_parameters_unsupported: { type: 'array', items: { type: 'string' } },
          ...answer,
        },
      },
      '4XX': ERROR,
      '5XX': ERROR,
    },
  }
}

function pathParameters(path: string): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (names.length === 0) return {}
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return { params: { type: 'object', required: names, properties } }
}

function fieldParameters(method: string, parameters: Parameters): object {
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
    : { consumes: ['application/x-www-form-urlencoded'], body: schema }
}

/** JSON Schema has no undefined; kinds leave limits open by it. */
function withoutUndefined(schema: Readonly<Record<string, unknown>>): object {
  return JSON.parse(JSON.stringify(schema)) as object
}
