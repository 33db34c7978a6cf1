import type { FastifyReply } from 'fastify'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { nearSelections } from '../actions/near-selections.ts'
import type { Model } from '../dictionary/types.ts'
import { ApiError } from '../errors.ts'
import { fromRows, refused, type Decision } from '../http/answer-reading.ts'
import { findReadable, queryOf, viewOf, type Exchange, type OfModel } from '../http/context.ts'
import { sendRaw } from '../http/envelope.ts'
import { exportFile } from '../http/export.ts'
import type { PlannedListing } from '../http/listing-memory.ts'
import type { ReadableModels } from '../query/listing/filter-plan.ts'
import { planGroups } from '../query/listing/group-plan.ts'
import type { GroupRow } from '../query/listing/group-sql.ts'
import { encodeAfter } from '../query/listing/keyset.ts'
import { planListing, type ListingPlan } from '../query/listing/listing-plan.ts'
import {
  LISTING_CONTROLS,
  parseListing,
  type ListingRequest,
  type RawGroups,
} from '../query/listing/listing-request.ts'
import type { ListingRow } from '../query/listing/listing-sql.ts'
import { isDistributed } from '../store/distributed-database.ts'
import { groupsRead, listingRead } from '../store/records/record-reads.ts'
import { readAs, type CompanyRead } from '../store/tenant-database.ts'
import { RECORD, success } from './answers.ts'
import { readingEndpoint } from './endpoint.ts'
import { modelo } from './kinds.ts'

const GROUP = {
  type: 'object',
  required: ['count'],
  properties: { count: { type: 'integer', minimum: 0 }, sum: { type: 'object' } },
}
const META = {
  type: 'object',
  required: ['model', 'total', 'page', 'per_page', 'pages'],
  properties: {
    model: { type: 'string' },
    total: { type: ['integer', 'null'] },
    page: { type: 'integer', minimum: 1 },
    per_page: { type: 'integer', minimum: 1, maximum: 100 },
    pages: { type: ['integer', 'null'] },
    after: { type: ['string', 'null'] },
    similar: {
      type: 'string',
      description: 'The words of q occur nowhere; these do, in the records that are shown instead.',
    },
  },
}

/** @source docs/contract/erp.md, Model endpoints */
export const list = readingEndpoint({
  method: 'GET',
  path: '/api/v1/:modelo',
  auth: 'bearer',
  tag: 'records',
  summary: 'List records',
  description:
    'Any field of the model is a filter, with the suffixes __ne, __gt, __gte, __lt, __lte, __in, __like, __null; so is, ' +
    'behind __, a field of what a reference points to: proveedor__rfc. With group_by or sum the answer is groups. ' +
    'An instant without an offset is UTC. No control below has the name of a field.',
  named: { modelo },
  ownQuery: LISTING_CONTROLS,
  answers: {
    200: {
      description: 'A page of records, or all of them as a file.',
      content: {
        'application/json': {
          schema: success({ type: 'array', items: { anyOf: [RECORD, GROUP] } }, META),
        },
        'text/csv': { schema: { type: 'string' } },
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
          schema: { type: 'string', format: 'binary' },
        },
      },
    },
  },
  failures: [404, 422],
  decide: decideListing,
})

function decideListing(exchange: Exchange & OfModel): Decision {
  const { tools, request, caller } = exchange
  const model = findReadable(exchange)
  if (!model.ok) return refused(model.error)
  const known = tools.listings.get(caller, request.url)
  if (known !== undefined) return decideRecords(exchange, known)
  const parsed = parseListing(queryOf(request))
  if (!parsed.ok) return refused(new ApiError(parsed.error))
  const { groups } = parsed.value
  if (groups !== null) return decideGroups(exchange, model.value, { request: parsed.value, groups })
  const planned = planRequest(exchange, model.value, parsed.value)
  return planned.ok ? decideRecords(exchange, planned.value) : refused(planned.error)
}

function decideRecords(exchange: Exchange, planned: PlannedListing): Decision {
  const { plan, read, request: asked } = planned
  if (asked.format !== 'json') {
    return { kind: 'alone', answer: () => exportFile(exchange, plan, asked) }
  }
  if (plan.withSimilar && plan.page === 1 && plan.after === null) {
    return { kind: 'alone', answer: () => answerWithSimilar(exchange, planned) }
  }
  return fromRows(read, ([row]) => answerList(exchange, plan, row))
}

/** What was looked for or, where it occurs nowhere, one page of what is near to it; never both. */
async function answerWithSimilar(
  exchange: Exchange,
  { plan, read }: PlannedListing,
): Promise<FastifyReply> {
  const { database } = exchange.tools
  const { empresa } = exchange.caller
  const [row] = read.rowsOf(await readAs(database, empresa, read.statement, read.planning))
  if (row !== undefined && row.records !== NO_RECORDS) return answerList(exchange, plan, row)
  const [near] = await nearSelections(database, empresa, [plan])
  if (near === undefined) return answerList(exchange, plan, row)
  const instead = readOf(exchange, near.selection)
  const [found] = instead.rowsOf(
    await readAs(database, empresa, instead.statement, instead.planning),
  )
  if (found === undefined || found.records === NO_RECORDS) return answerList(exchange, plan, row)
  return sendRaw(exchange.reply, found.records, {
    model: plan.model.name,
    total: found.total === null ? null : Math.min(found.total, plan.perPage),
    page: 1,
    per_page: plan.perPage,
    pages: found.total === null ? null : 1,
    after: null,
    similar: near.words,
  })
}

// What PostgreSQL writes for a page without records.
const NO_RECORDS = '[]'

function answerList(
  { reply }: Exchange,
  plan: ListingPlan,
  row: ListingRow | undefined,
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

/** The plan of a listing, cached for the next request of the same. */
function planRequest(
  exchange: Exchange,
  model: Model,
  asked: ListingRequest,
): Result<PlannedListing, ApiError> {
  const { tools, request, caller } = exchange
  const plan = planListing(model, asked, readableModels(exchange))
  if (!plan.ok) return fail(new ApiError(plan.error))
  const planned = { request: asked, plan: plan.value, read: readOf(exchange, plan.value) }
  tools.listings.keep(caller, request.url, planned)
  return ok(planned)
}

function readOf(exchange: Exchange, plan: ListingPlan): CompanyRead<ListingRow> {
  const { caller, tools } = exchange
  const of = { empresa: caller.empresa, isSpread: isDistributed(tools.database) }
  return listingRead(viewOf(exchange).registry, plan, of)
}

function readableModels(exchange: Exchange): ReadableModels {
  const { models } = viewOf(exchange).registry
  return (name) => models.get(name)
}

function decideGroups(
  exchange: Exchange,
  model: Model,
  asked: { readonly request: ListingRequest; readonly groups: RawGroups },
): Decision {
  const plan = planGroups(model, asked, readableModels(exchange))
  if (!plan.ok) return refused(new ApiError(plan.error))
  const { page, perPage } = plan.value
  const read = groupsRead(viewOf(exchange).registry, plan.value, exchange.caller.empresa)
  return fromRows(read, ([row]: readonly GroupRow[]) => {
    if (row === undefined) throw new Error('the groups returned no row')
    const meta = { total: row.total, page, per_page: perPage }
    return sendRaw(exchange.reply, row.records, {
      model: model.name,
      ...meta,
      pages: Math.ceil(row.total / perPage),
      after: null,
    })
  })
}
