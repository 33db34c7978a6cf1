import type { FastifyReply, FastifyRequest } from 'fastify'
import { described } from '@oficina/api/kinds.ts'
import { defaulted } from '@oficina/api/parameter.ts'

import { deleteRecordById } from '../actions/delete-record.ts'
import type { IfMatch } from '../actions/hold-to-read.ts'
import { notFound } from '../actions/not-found.ts'
import { previewRecord } from '../actions/preview/preview-record.ts'
import { KEPT } from '../actions/rules/rule-list.ts'
import { createRecord, updateRecordFields } from '../actions/write-record.ts'
import type { Model } from '../dictionary/types.ts'
import { ApiError, apiError, type ErrorEntry } from '../errors.ts'
import { fromRows, refused, type Decision } from '../http/answer-reading.ts'
import {
  findReadable,
  findRecordId,
  idempotencyOf,
  jsonObjectOf,
  modelOf,
  queryOf,
  recordIdOf,
  viewOf,
  type Exchange,
  type OfRecord,
} from '../http/context.ts'
import { sendData, sendRaw } from '../http/envelope.ts'
import { namesTag } from '../http/if-none-match.ts'
import { IF_MATCH_FORM } from '../messages/http.ts'
import { contentTag } from '../query/content-tag.ts'
import { flag, readParameters } from '../query/parameters.ts'
import type { QueryProblem } from '../query/query-problem.ts'
import { planRecord, SHOWN_RECORD } from '../query/record-request.ts'
import type { KeptIf } from '../query/record-sql.ts'
import { recordRead, type RecordRow } from '../store/records/record-reads.ts'
import { empty, ENTRY, RECORD, success } from './answers.ts'
import { endpoint, readingEndpoint } from './endpoint.ts'
import { IDEMPOTENCY, modelo, recordId } from './kinds.ts'

const ONE = { path: '/api/v1/:modelo/:id', auth: 'bearer', tag: 'records' } as const
const BY_ID = { modelo, id: recordId }
// The model decides its content; the model's own OpenAPI document describes it exactly.
const FIELDS = { type: 'object' }
/** What keeps a preview from being stored, and remarks. */
const PREVIEWED = {
  type: 'object',
  required: ['preview', 'errors', 'warnings'],
  properties: {
    errors: { type: 'array', items: ENTRY },
    warnings: { type: 'array', items: ENTRY },
    filled: {
      type: 'object',
      description: 'What was filled in, by place (`partidas[0].precio`), and where it is from.',
      additionalProperties: {
        type: 'object',
        required: ['by'],
        properties: { by: { type: 'string' }, of: { type: 'string' } },
      },
    },
  },
}
const READ = {
  type: 'object',
  properties: {
    changes_only: {
      type: 'array',
      items: { type: 'string' },
      description: 'The service keeps the record as it is; a hand may change only these fields.',
    },
  },
}
const IF_MATCH = {
  'if-match': { type: 'string', description: 'The ETag of the version that the client read.' },
}

export const read = readingEndpoint({
  ...ONE,
  method: 'GET',
  summary: 'Read a record',
  named: BY_ID,
  ownQuery: SHOWN_RECORD,
  answers: { 200: success(RECORD, READ), 304: empty('Unchanged.') },
  failures: [404, 422],
  decide: decideRecord,
})

function decideRecord(exchange: Exchange & OfRecord): Decision {
  const { tools, request, caller } = exchange
  const model = findReadable(exchange)
  if (!model.ok) return refused(model.error)
  const id = findRecordId(exchange, model.value)
  if (!id.ok) return refused(id.error)
  const plan = planRecord(model.value, queryOf(request))
  if (!plan.ok) return refused(new ApiError(plan.error))
  const key = { model: model.value, empresa: caller.empresa, id: id.value }
  const registries = { whole: tools.registry, seen: viewOf(exchange).registry }
  const kept = KEPT.get(model.value.name)
  const keptIf: KeptIf | undefined = kept && ((field) => kept.isKept(caller.empresa, field))
  return fromRows(recordRead(registries, key, plan.value, keptIf), (rows) =>
    answerRecord(exchange, { ...key, withLines: plan.value.withLines }, rows),
  )
}

function answerRecord(
  { request, reply }: Exchange,
  {
    model,
    id,
    withLines,
  }: { readonly model: Model; readonly id: string; readonly withLines: boolean },
  [row]: readonly RecordRow[],
): FastifyReply {
  if (row === undefined) throw notFound(model, id)
  const etag = etagOf(row.version, row.record, withLines ? 'whole' : 'own')
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const changes = row.kept === true && { changes_only: KEPT.get(model.name)?.but ?? [] }
  return sendRaw(reply, row.record, { model: model.name, ...changes })
}

/** Only says what would be stored. */
const PREVIEW = {
  preview: defaulted(
    described(flag, 'true stores nothing and answers what would be stored.'),
    false,
  ),
  fill: defaulted(
    described(
      flag,
      'With preview: true also fills in what follows from the customer, the article and the like, and tells where it is from.',
    ),
    false,
  ),
}

/** @throws ApiError INVALID_PARAMETER for a value that is neither true nor false; others are ignored, as they always were */
function previewOf({ request }: Exchange): { readonly preview: boolean; readonly fill: boolean } {
  const problems: QueryProblem[] = []
  const asked = readParameters(PREVIEW, queryOf(request), problems)
  if (problems.length > 0) throw new ApiError(problems)
  return asked
}

/** @source docs/decisions/0262-erp-preview.md */
async function answerPreview(
  exchange: Exchange,
  request: { readonly model: Model; readonly id: string | null; readonly fill: boolean },
): Promise<FastifyReply> {
  const { tools, caller, reply } = exchange
  const { model } = request
  const { json, warnings, problems, proposals, filled, expected } = await previewRecord(
    tools,
    caller,
    {
      ...request,
      body: jsonObjectOf(exchange.request),
      ifMatch: request.id === null ? null : ifMatchOf(exchange.request, model),
    },
  )
  reply.header('cache-control', 'no-store')
  return sendRaw(reply, json, {
    model: model.name,
    preview: true,
    warnings,
    errors: problems,
    proposals,
    filled,
    expected,
  })
}

export const create = endpoint({
  method: 'POST',
  path: '/api/v1/:modelo',
  auth: 'bearer',
  tag: 'records',
  summary: 'Create a record',
  named: { modelo },
  headers: IDEMPOTENCY,
  ownQuery: PREVIEW,
  ownBody: FIELDS,
  answers: { 200: success({ type: 'object' }, PREVIEWED), 201: success(RECORD) },
  failures: [404, 409, 422],
  handle: async (exchange) => {
    const { tools, request, reply, caller } = exchange
    const model = modelOf(exchange)
    const { preview, fill } = previewOf(exchange)
    if (preview) return await answerPreview(exchange, { model, id: null, fill })
    const stored = await createRecord(tools, caller, {
      model,
      body: jsonObjectOf(request),
      idempotency: idempotencyOf(exchange),
    })
    const location = `${request.url.split('?')[0]?.replace(/\/$/, '')}/${stored.id}`
    reply.code(201).header('location', location).header('etag', etagOf(stored.version, stored.json))
    if (stored.shown.size > 0) reply.header('cache-control', 'no-store')
    return sendRaw(reply, withShown(stored.json, stored.shown), metaOf(model, stored.warnings))
  },
})

/** A record's JSON together with values that are shown only once. */
function withShown(json: string, shown: ReadonlyMap<string, string>): string {
  if (shown.size === 0) return json
  return `${json.slice(0, -1)},${JSON.stringify(Object.fromEntries(shown)).slice(1)}`
}

/** Changes the fields sent. */
export const update = endpoint({
  ...ONE,
  method: 'PUT',
  summary: 'Change the fields that are sent',
  named: BY_ID,
  headers: IF_MATCH,
  ownQuery: PREVIEW,
  ownBody: FIELDS,
  answers: { 200: success(RECORD) },
  failures: [404, 409, 412, 422],
  handle: async (exchange) => {
    const { tools, request, reply, caller } = exchange
    const model = modelOf(exchange)
    const id = recordIdOf(exchange)
    const { preview, fill } = previewOf(exchange)
    if (preview) return await answerPreview(exchange, { model, id, fill })
    const stored = await updateRecordFields(tools, caller, {
      model,
      id,
      body: jsonObjectOf(request),
      ifMatch: ifMatchOf(request, model),
    })
    reply.header('etag', etagOf(stored.version, stored.json))
    return sendRaw(reply, stored.json, metaOf(model, stored.warnings))
  },
})

export const remove = endpoint({
  ...ONE,
  method: 'DELETE',
  summary: 'Delete a record that nothing refers to',
  named: BY_ID,
  headers: IF_MATCH,
  answers: { 200: success(RECORD) },
  failures: [404, 409, 412, 422],
  handle: async (exchange) => {
    const { tools, request, reply, caller } = exchange
    const model = modelOf(exchange)
    const id = recordIdOf(exchange)
    const ifMatch = ifMatchOf(request, model)
    const warnings = await deleteRecordById(tools, caller, { model, id, ifMatch })
    return sendData(reply, { id: Number(id) }, metaOf(model, warnings))
  },
})

function metaOf({ name }: Model, warnings: readonly ErrorEntry[]): object {
  return warnings.length === 0 ? { model: name } : { model: name, warnings }
}

/**
 * A tenant record's version, or a global one's content: either way another tag for another record. What is shown with its
 * lines changes with them too, so its tag is both.
 */
function etagOf(version: number | null, json: string, shape: 'own' | 'whole' = 'own'): string {
  if (version === null) return contentTag(json)
  return shape === 'own' ? `"${version}"` : `"${version}.${contentTag(json).replaceAll('"', '')}"`
}

function ifMatchOf(request: FastifyRequest, model: Model): IfMatch | null {
  const raw = request.headers['if-match']
  if (raw === undefined || raw === '*') return null
  if (model.scope === 'global' && /^"[^"]{1,64}"$/.test(raw)) return { kind: 'content', tag: raw }
  const version = /^"(\d{1,9})(?:\.[^"]{1,64})?"$/.exec(raw)?.[1]
  if (version !== undefined) return { kind: 'version', version }
  throw apiError('INVALID_PARAMETER', IF_MATCH_FORM(), 'If-Match')
}
