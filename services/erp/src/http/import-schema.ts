import { IMPORT_TYPES } from '../endpoints/import.ts'
import { OF_BODIES, bearer, entry, modelPath, responses } from './route-schemas.ts'

const counts = {
  model: { type: 'string' },
  mode: { type: 'string', enum: ['all', 'rows'] },
  dry_run: { type: 'boolean' },
  total: { type: 'integer' },
  succeeded: { type: 'integer' },
  failed: { type: 'integer' },
  created: { type: 'integer' },
  updated: { type: 'integer' },
  problems: { type: 'integer', description: 'All of them; errors holds the first thousand.' },
  kept: { type: 'boolean', description: 'Whether what was written stays.' },
}

const result = {
  type: 'object',
  required: ['row', 'ok'],
  properties: {
    row: { type: 'integer', minimum: 1 },
    ok: { type: 'boolean' },
    id: { type: 'integer' },
    action: { type: 'string', enum: ['created', 'updated'] },
    errors: { type: 'array', items: entry },
  },
}

const answer = {
  type: 'object',
  required: ['data', 'meta', 'errors'],
  properties: {
    data: {
      type: 'object',
      properties: {
        created: { type: 'integer' },
        updated: { type: 'integer' },
        results: { type: 'array', items: result },
      },
    },
    meta: { type: 'object', properties: counts },
    errors: { type: ['array', 'null'], items: entry },
  },
}

/** What the OpenAPI document says of the import. */
export const importSchema = {
  tags: ['records'],
  summary: 'Import records from CSV, XLSX or JSON lines',
  description:
    'mode=all writes every row or none; mode=rows writes what can be written and answers for each row. ' +
    'With Accept: application/x-ndjson the answer is a line for each batch, and the last line is the envelope.',
  security: bearer,
  params: modelPath,
  consumes: Object.keys(IMPORT_TYPES),
  querystring: {
    type: 'object',
    properties: {
      mode: { type: 'string', enum: ['all', 'rows'], default: 'all' },
      upsert_by: {
        type: 'string',
        description: 'id or a unique field: rows that find a record by it change that record.',
      },
      dry_run: { type: 'boolean', description: 'Try everything, keep nothing.' },
      sheet: { type: 'string', description: 'Of a workbook; the first one otherwise.' },
    },
  },
  body: { description: 'The file.' },
  response: {
    ...responses({}, ...OF_BODIES, 401, 403, 404, 409, 412, 422),
    200: {
      description: 'Every row of mode=all, or the result of each row of mode=rows.',
      content: {
        'application/json': { schema: answer },
        'application/x-ndjson': { schema: {} },
      },
    },
  },
}
