import type { JsonSchema } from '@oficina/api/kind.ts'

/** One of the envelope’s errors or warnings. */
export const ENTRY: JsonSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    field: { type: 'string' },
    row: { type: 'integer', minimum: 1 },
    articulo: { type: 'string' },
    almacen: { type: 'string' },
    asked: { type: 'string' },
    available: { type: 'string' },
    ordered: { type: 'string' },
    received: { type: 'string' },
    invoiced: { type: 'string' },
    allowed: { type: 'string' },
    sat: { type: 'string' },
    limit: { type: 'string' },
    balance: { type: 'string' },
    listed: { type: 'string' },
    pac_code: { type: 'string' },
    pac_text: { type: 'string' },
    cuenta_bancaria: { type: 'string' },
    dependents: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['count', 'ids'],
        properties: {
          count: { type: 'integer' },
          ids: { type: 'array', items: { type: 'integer' } },
        },
      },
    },
  },
}

const FAILURE: JsonSchema = {
  type: 'object',
  required: ['data', 'meta', 'errors'],
  properties: {
    data: { type: 'null' },
    meta: { type: 'object' },
    errors: { type: 'array', minItems: 1, items: ENTRY },
  },
}

/** The envelope around data. */
export function success(data: JsonSchema, meta: JsonSchema = { type: 'object' }): JsonSchema {
  return {
    type: 'object',
    required: ['data', 'meta', 'errors'],
    properties: { data, meta, errors: { type: 'null' } },
  }
}

/** An answer without a body. */
export function empty(description: string): JsonSchema {
  return { type: 'null', description }
}

// Errors of any request: it cannot be read, is too slow or too large, comes from a forbidden network or with an API key
// that was used too often, or the service cannot answer it now.
const ANYWHERE = [400, 403, 408, 429, 431, 500, 503, 507]

/** The answers of an endpoint by status: its own, and the envelope with errors. */
export function responses(
  answers: Readonly<Record<number, JsonSchema>>,
  failures: readonly number[],
): Readonly<Record<string, JsonSchema>> {
  const all = [...ANYWHERE, ...failures].map((status): [number, JsonSchema] => [status, FAILURE])
  return { ...Object.fromEntries(all), ...answers }
}

export const RECORD: JsonSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' } },
}

export const ROWS: JsonSchema = { type: 'array', items: { type: 'object' } }

/** The pagination of a report. */
export const PAGES: JsonSchema = {
  type: 'object',
  required: ['total', 'page', 'per_page', 'pages'],
  properties: {
    total: { type: 'integer' },
    page: { type: 'integer' },
    per_page: { type: 'integer' },
    pages: { type: 'integer' },
  },
}
