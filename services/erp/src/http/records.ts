import { prepared } from '@oficina/kit/sql.ts'
import type { FastifyRequest } from 'fastify'

import { deleteRecordById } from '../actions/delete-record.ts'
import { notFound } from '../actions/not-found.ts'
import { createRecord, updateRecordFields } from '../actions/write-record.ts'
import type { Model } from '../dictionary/types.ts'
import { ApiError, apiError, type ErrorEntry } from '../errors.ts'
import { encodeAfter } from '../query/keyset.ts'
import { planListing } from '../query/listing-plan.ts'
import { parseListing } from '../query/listing-request.ts'
import { listingSql, looksForPatterns, type ListingRow } from '../query/listing-sql.ts'
import { planRecord } from '../query/record-request.ts'
import { readName, readSql } from '../query/record-sql.ts'
import {
  idempotencyOf,
  jsonObjectOf,
  demandProven,
  modelFor,
  modelOf,
  readFor,
  queryOf,
  recordIdOf,
  viewOf,
  type Exchange,
} from './context.ts'
import { sendData, sendRaw } from './envelope.ts'
import { contentTag, namesTag } from './if-none-match.ts'
import { exportFile } from './export.ts'
import type { PlannedListing } from './listing-memory.ts'

/** GET /{modelo}. @source docs/contract/erp.md, Model endpoints */
export async function list(exchange: Exchange) {
  const { tools, request, reply, caller } = exchange
  const model = modelFor(exchange, 'leer')
  const planned = tools.listings.get(caller, request.url) ?? planRequest(exchange, model)
  const { plan, statement } = planned
  if (planned.request.format !== 'json') {
    demandProven(exchange)
    return await exportFile(exchange, plan, planned.request)
  }
  const [row] = await readFor<ListingRow>(exchange, statement)
  if (row === undefined) throw new Error('the listing returned no row')
  const total = row.total
  return sendRaw(reply, row.records, {
    model: model.name,
    total,
    page: plan.page,
    per_page: plan.perPage,
    pages: total === null ? null : Math.ceil(total / plan.perPage),
    after: row.last === null ? null : encodeAfter(row.last, plan.sort),
  })
}

/** The listing that a request asks for, kept for the next request that asks for the same. */
function planRequest(exchange: Exchange, model: Model): PlannedListing {
  const { tools, request, caller } = exchange
  const parsed = parseListing(queryOf(request))
  if (!parsed.ok) throw new ApiError(parsed.error)
  const checked = planListing(model, parsed.value)
  if (!checked.ok) throw new ApiError(checked.error)
  const plan = checked.value
  const { text, values } = listingSql(viewOf(exchange).registry, plan, caller.empresa)
  const planning = looksForPatterns(plan) ? 'own' : 'shared'
  const planned = { request: parsed.value, plan, statement: { text, values, planning } } as const
  tools.listings.keep(caller, request.url, planned)
  return planned
}

/** GET /{modelo}/{id} */
export async function read(exchange: Exchange) {
  const { request, reply, caller } = exchange
  const model = modelFor(exchange, 'leer')
  const id = recordIdOf(exchange)
  const plan = planRecord(model, queryOf(request))
  if (!plan.ok) throw new ApiError(plan.error)
  const key = { model, empresaId: caller.empresa, id }
  const { registry } = viewOf(exchange)
  const statement = readSql(registry, key, plan.value)
  const { isChosen, withStr } = plan.value
  const name = isChosen
    ? null
    : readName(exchange.tools.registry, { registry, model, isLean: !withStr })
  const [row] = await readFor<{ record: string; version: number | null }>(
    exchange,
    name === null ? statement : prepared(name, statement),
  )
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
