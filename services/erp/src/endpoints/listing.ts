import type { FastifyReply } from 'fastify'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Model } from '../dictionary/types.ts'
import { ApiError } from '../errors.ts'
import { fromRows, refused, type Decision } from '../http/answer-reading.ts'
import { findReadable, queryOf, viewOf, type Exchange, type OfModel } from '../http/context.ts'
import { sendRaw } from '../http/envelope.ts'
import { exportFile } from '../http/export.ts'
import type { PlannedListing } from '../http/listing-memory.ts'
import { encodeAfter } from '../query/keyset.ts'
import { planListing, type ListingPlan } from '../query/listing-plan.ts'
import { LISTING_CONTROLS, parseListing } from '../query/listing-request.ts'
import type { ListingRow } from '../query/listing-sql.ts'
import { listingRead } from '../store/record-reads.ts'
import { RECORD, success } from './answers.ts'
import { readingEndpoint } from './endpoint.ts'
import { modelo } from './kinds.ts'

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
    'Any field of the model is a filter, with the suffixes __gt, __gte, __lt, __lte, __in, __like, __null. ' +
    'An instant without an offset is UTC. No control below has the name of a field.',
  named: { modelo },
  ownQuery: LISTING_CONTROLS,
  answers: {
    200: {
      description: 'A page of records, or all of them as a file.',
      content: {
        'application/json': { schema: success({ type: 'array', items: RECORD }, META) },
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

/** The plan of a listing, cached for the next request of the same. */
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
