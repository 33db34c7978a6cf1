import { operationSchema } from '@oficina/api/operation.ts'

import type { Endpoint } from './endpoint.ts'

const ERROR = {
  type: 'object',
  required: ['result', 'msg'],
  properties: {
    result: { const: 'error' },
    msg: { type: 'string' },
    code: { type: 'string' },
  },
}

/** What the OpenAPI document says of an operation. */
export function routeSchema(endpoint: Endpoint): object {
  const { answer = {} } = endpoint
  const success = {
    type: 'object',
    required: [...new Set(['result', 'msg', ...Object.keys(answer)])],
    properties: {
      result: { const: 'success' },
      msg: { const: '' },
      ignored_parameters_unsupported: { type: 'array', items: { type: 'string' } },
      ...answer,
    },
  }
  return operationSchema(endpoint, {
    tag: endpoint.path.split('/')[1] ?? '',
    security: endpoint.auth === 'public' || endpoint.auth === 'key' ? [] : ['basic'],
    responses: { 200: success, '4XX': ERROR, '5XX': ERROR },
    contentType: 'application/x-www-form-urlencoded',
  })
}
