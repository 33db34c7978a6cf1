import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { deleteRecordById } from '../actions/delete-record.ts'
import { notFound } from '../actions/not-found.ts'
import { createRecord, updateRecordFields } from '../actions/write-record.ts'
import type { Model } from '../dictionary/types.ts'
import { ApiError, apiError, type ErrorEntry } from '../errors.ts'
import { encodeAfter } from '../query/keyset.ts'
import { planListing, type ListingPlan } from '../query/listing-plan.ts'
import { parseListing } from '../query/listing-request.ts'
import type { ListingRow } from '../query/listing-sql.ts'
import { planRecord } from '../query/record-request.ts'
import { listingRead, recordRead, type RecordRow } from '../store/record-reads.ts'
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
} from '../http/context.ts'
import { sendData, sendRaw } from '../http/envelope.ts'
import { contentTag, namesTag } from '../http/if-none-match.ts'
import { exportFile } from '../http/export.ts'
import type { PlannedListing } from '../http/listing-memory.ts'

/** GET /{modelo}. @source docs/contract/erp.md, Model endpoints */
export function decideListing(exchange: Exchange): Decision {
  const { tools, request, caller } = exchange
  const model = findReadable(exchange)
  if (!model.ok) return refused(model.error)
  const known = tools.listings.get(caller, request.url)
  const planned = known === undefined ? planRequest(exchange, model.value) : ok(known)
  if (!planned.ok) return refused(planned.error)
  const { plan, read, request: asked } = planned.value
  if (asked.format !== 'json') {
    return { kind: 'alone', answer: () => exportFile(exchange, plan, asked) }
  }
  return fromRows(read, (rows) => answerList(exchange, plan, rows))
}

function answerList(
  { reply }: Exchange,
  plan: ListingPlan,
  [row]: readonly ListingRow[],
): FastifyReply {
  if (row === undefined) throw new Error('the listing returned no row')
  const total = row.total
  return sendRaw(reply, row.records, {
    model: plan.model.name,
    total,
    page: plan.page,
    per_page: plan.perPage,
    pages: total === null ? null : Math.ceil(total / plan.perPage),
    after: row.last === null ? null : encodeAfter(row.last, plan.sort),
  })
}

/** The listing that a request asks for, kept for the next request that asks for the same. */
function planRequest(exchange: Exchange, model: Model): Result<PlannedListing, ApiError> {
  const { tools, request, caller } = exchange
  const parsed = parseListing(queryOf(request))
  if (!parsed.ok) return fail(new ApiError(parsed.error))
  const plan = planListing(model, parsed.value)
  if (!plan.ok) return fail(new ApiError(plan.error))
  const read = listingRead(viewOf(exchange).registry, plan.value, caller.empresa)
  const planned = { request: parsed.value, plan: plan.value, read }
  tools.listings.keep(caller, request.url, planned)
  return ok(planned)
}

/** GET /{modelo}/{id} */
export function decideRecord(exchange: Exchange): Decision {
  const { tools, request, caller } = exchange
  const model = findReadable(exchange)
  if (!model.ok) return refused(model.error)
  const id = findRecordId(exchange, model.value)
  if (!id.ok) return refused(id.error)
  const plan = planRecord(model.value, queryOf(request))
  if (!plan.ok) return refused(new ApiError(plan.error))
  const key = { model: model.value, empresa: caller.empresa, id: id.value }
  const registries = { whole: tools.registry, seen: viewOf(exchange).registry }
  return fromRows(recordRead(registries, key, plan.value), (rows) =>
    answerRecord(exchange, key, rows),
  )
}

function answerRecord(
  { request, reply }: Exchange,
  { model, id }: { readonly model: Model; readonly id: string },
  [row]: readonly RecordRow[],
): FastifyReply {
  if (row === undefined) throw notFound(model, id)
  const etag = etagOf(row.version, row.record)
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return sendRaw(reply, row.record, { model: model.name })
}

/** POST /{modelo} */
export async function create(exchange: Exchange) {
  const { tools, request, reply, caller } = exchange
  const model = modelOf(exchange)
  const stored = await createRecord(tools, caller, {
    model,
    body: jsonObjectOf(request),
    idempotency: idempotencyOf(exchange),
  })
  const location = `${request.url.split('?')[0]?.replace(/\/$/, '')}/${stored.id}`
  reply.code(201).header('location', location).header('etag', etagOf(stored.version, stored.json))
  if (stored.shown.size > 0) reply.header('cache-control', 'no-store')
  return sendRaw(reply, withShown(stored.json, stored.shown), metaOf(model, stored.warnings))
}

/** A record's JSON with what is shown of it once. */
function withShown(json: string, shown: ReadonlyMap<string, string>): string {
  if (shown.size === 0) return json
  return `${json.slice(0, -1)},${JSON.stringify(Object.fromEntries(shown)).slice(1)}`
}

/** PUT /{modelo}/{id}: changes the fields sent. */
export async function update(exchange: Exchange) {
  const { tools, request, reply, caller } = exchange
  const model = modelOf(exchange)
  const id = recordIdOf(exchange)
  const stored = await updateRecordFields(tools, caller, {
    model,
    id,
    body: jsonObjectOf(request),
    ifMatch: ifMatchOf(request, model),
  })
  reply.header('etag', etagOf(stored.version, stored.json))
  return sendRaw(reply, stored.json, metaOf(model, stored.warnings))
}

/** DELETE /{modelo}/{id} */
export async function remove(exchange: Exchange) {
  const { tools, request, reply, caller } = exchange
  const model = modelOf(exchange)
  const id = recordIdOf(exchange)
  const ifMatch = ifMatchOf(request, model)
  const warnings = await deleteRecordById(tools, caller, { model, id, ifMatch })
  return sendData(reply, { id: Number(id) }, metaOf(model, warnings))
}

function metaOf({ name }: Model, warnings: readonly ErrorEntry[]): object {
  return warnings.length === 0 ? { model: name } : { model: name, warnings }
}

/** A tenant record's version, or a global one's content: either way another tag for another record. */
function etagOf(version: number | null, json: string): string {
  if (version !== null) return `"${version}"`
  return contentTag(json)
}

function ifMatchOf(request: FastifyRequest, model: Model): string | null {
  const raw = request.headers['if-match']
  if (raw === undefined || raw === '*') return null
  const version = /^"(\d{1,9})"$/.exec(raw)?.[1]
  if (version !== undefined) return version
  if (model.scope === 'global') return null
  throw apiError(
    'INVALID_PARAMETER',
    'If-Match must be the ETag of the record, such as "3".',
    'If-Match',
  )
}
