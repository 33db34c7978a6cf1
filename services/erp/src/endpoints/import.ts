import type { FastifyRequest } from 'fastify'
import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional } from '@oficina/api/parameter.ts'

import { importRecords } from '../actions/import-records.ts'
import { importSource, type ImportFormat } from '../actions/import-source.ts'
import { apiError } from '../errors.ts'
import { clientSignal } from '../http/client-gone.ts'
import { modelOf, viewOf } from '../http/context.ts'
import { sendImport, type RunImport } from '../http/import-answer.ts'
import { importTurn, spoolBody } from '../http/spooled-body.ts'
import { demand } from '../identity/rights.ts'
import { CONTENT_TYPE_ONE_OF, NONE_OF } from '../messages/http.ts'
import { anyText, choice, flag, invalid } from '../query/parameters.ts'
import { ENTRY } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { modelo } from './kinds.ts'

/** The content types of files, in the order in which they are offered. */
const IMPORT_TYPES: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/x-ndjson': 'jsonl',
  'application/jsonl': 'jsonl',
}

const META = {
  model: { type: 'string' },
  mode: { type: 'string', enum: ['all', 'rows'] },
  dry_run: { type: 'boolean' },
  total: { type: 'integer' },
  succeeded: { type: 'integer' },
  failed: { type: 'integer' },
  created: { type: 'integer' },
  updated: { type: 'integer' },
  problems: { type: 'integer', description: 'All of them; errors holds the first thousand.' },
  kept: { type: 'boolean', description: 'Whether the written rows were kept.' },
}

const RESULT = {
  type: 'object',
  required: ['row', 'ok'],
  properties: {
    row: { type: 'integer', minimum: 1 },
    ok: { type: 'boolean' },
    id: { type: 'integer' },
    action: { type: 'string', enum: ['created', 'updated'] },
    errors: { type: 'array', items: ENTRY },
  },
}

const ANSWER = {
  type: 'object',
  required: ['data', 'meta', 'errors'],
  properties: {
    data: {
      type: 'object',
      properties: {
        created: { type: 'integer' },
        updated: { type: 'integer' },
        results: { type: 'array', items: RESULT },
      },
    },
    meta: { type: 'object', properties: META },
    errors: { type: ['array', 'null'], items: ENTRY },
  },
}

/**
 * Imports many records from a file.
 * @source docs/decisions/0204-erp-imports.md
 */
export const importFile = endpoint({
  method: 'POST',
  path: '/api/v1/:modelo/import',
  auth: 'bearer',
  tag: 'records',
  summary: 'Import records from CSV, XLSX or JSON lines',
  description:
    'mode=all writes every row or none; mode=rows writes what can be written and answers for each row. ' +
    'With Accept: application/x-ndjson the answer is a line for each batch, and the last line is the envelope.',
  demands: (exchange) => demand(exchange.caller.rights, modelOf(exchange), 'crear'),
  named: { modelo },
  query: {
    mode: defaulted(choice(['all', 'rows']), 'all'),
    upsert_by: optional(
      anyText({
        description: 'id or a unique field: rows that find a record by it change that record.',
      }),
    ),
    dry_run: defaulted(described(flag, 'Try everything, keep nothing.'), false),
    sheet: optional(anyText({ description: 'Of a workbook; the first one otherwise.' })),
  },
  unknown: (name, known) => invalid(name, NONE_OF({ name, known })),
  takesFile: Object.keys(IMPORT_TYPES),
  ownBody: { description: 'The file.' },
  answers: {
    200: {
      description: 'Every row of mode=all, or the result of each row of mode=rows.',
      content: {
        'application/json': { schema: ANSWER },
        'application/x-ndjson': { schema: {} },
      },
    },
  },
  failures: [404, 409, 412, 422],
  handle: async (exchange) => {
    const { tools, request, reply, caller, values } = exchange
    const model = modelOf(exchange)
    const options = {
      mode: values.mode,
      upsertBy: values.upsert_by ?? null,
      isDryRun: values.dry_run,
    }
    const format = formatOf(request)
    const signal = clientSignal(reply)
    const file = await spoolBody(exchange, signal)
    const giveBack = await importTurn(exchange, file, signal)
    const importTools = { ...tools, counters: tools.imports.counters }
    const sheet = values.sheet ?? null
    const run: RunImport = async (onBatch) => {
      try {
        const seen = viewOf(exchange).modelFor(model, 'crear')
        const rows = () => importSource(tools.registry, seen, { path: file.path, format, sheet })
        return await importRecords(importTools, caller, {
          model,
          ...options,
          rows,
          signal,
          onBatch,
        })
      } finally {
        giveBack()
        await file.remove()
      }
    }
    return await sendImport(exchange, { model, options }, run)
  },
})

function formatOf(request: FastifyRequest): ImportFormat {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  const format = IMPORT_TYPES[type.trim().toLowerCase()]
  if (format !== undefined) return format
  const allowed = Object.keys(IMPORT_TYPES)
  throw apiError('UNSUPPORTED_MEDIA_TYPE', CONTENT_TYPE_ONE_OF({ allowed }))
}
