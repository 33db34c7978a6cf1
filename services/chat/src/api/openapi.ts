import { operationSchema } from '@oficina/api/operation.ts'

import { choice, objectOf, TEXTS } from '../../wire/shape.ts'
import type { Endpoint } from './endpoint.ts'

const RESULT = { result: choice('success'), msg: choice('') }

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
  const { answer } = endpoint
  const success = objectOf(
    { ...RESULT, ...answer?.required },
    { ignored_parameters_unsupported: TEXTS, ...answer?.optional },
  )
  return operationSchema(endpoint, {
    tag: endpoint.path.split('/')[1] ?? '',
    security: endpoint.auth === 'public' || endpoint.auth === 'key' ? [] : ['basic'],
    responses: { 200: success.schema, '4XX': ERROR, '5XX': ERROR },
    contentType: 'application/x-www-form-urlencoded',
  })
}
