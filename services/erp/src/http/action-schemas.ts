import { MAX_BATCH_IDS } from '../query/action-request.ts'
import { OF_BODIES, bearer, entry, modelo, record, responses, success } from './route-schemas.ts'

/** What the OpenAPI document says of the routes around business actions. Nothing here validates. */

const FAILURES = [...OF_BODIES, 401, 403, 404, 409, 422]
const accion = { type: 'string', description: 'Name of an action of the model.' }
const idempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      description: 'Two requests with one key are one request, for 24 hours.',
    },
  },
}
const result = {
  type: 'object',
  required: ['id', 'ok'],
  properties: {
    id: { type: 'integer' },
    ok: { type: 'boolean' },
    errors: { type: 'array', minItems: 1, items: entry },
    warnings: { type: 'array', minItems: 1, items: entry },
  },
}
const batchMeta = {
  type: 'object',
  required: ['model', 'action'],
  properties: {
    model: { type: 'string' },
    action: { type: 'string' },
    total: { type: 'integer' },
    succeeded: { type: 'integer' },
    failed: { type: 'integer' },
  },
}

export const actOnMany = {
  tags: ['actions'],
  summary: 'Run an action on many records, or a native one',
  description:
    'A batch may partially succeed; it is 200 also when no record was processed. A native action takes its inputs alone.',
  security: bearer,
  params: {
    type: 'object',
    required: ['modelo', 'accion'],
    properties: { ...modelo, accion },
  },
  headers: idempotencyHeader,
  body: {
    type: 'object',
    properties: {
      ids: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: MAX_BATCH_IDS },
    },
    additionalProperties: { description: 'The inputs of the action; see its metadata.' },
  },
  response: responses(
    {
      200: success(
        {
          type: ['object', 'array', 'null'],
          properties: { results: { type: 'array', items: result } },
        },
        batchMeta,
      ),
    },
    ...FAILURES,
  ),
}

export const actOnOne = {
  tags: ['actions'],
  summary: 'Run an action on one record',
  security: bearer,
  params: {
    type: 'object',
    required: ['modelo', 'id', 'accion'],
    properties: { ...modelo, id: { type: 'integer', minimum: 1 }, accion },
  },
  headers: idempotencyHeader,
  body: {
    type: 'object',
    additionalProperties: { description: 'The inputs of the action; see its metadata.' },
  },
  response: responses(
    {
      200: success(
        {
          type: 'object',
          required: ['id', 'ok', 'record'],
          properties: {
            id: { type: 'integer' },
            ok: { const: true },
            record,
            warnings: { type: 'array', minItems: 1, items: entry },
          },
        },
        batchMeta,
      ),
    },
    ...FAILURES,
  ),
}
