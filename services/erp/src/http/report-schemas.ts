import { OF_BODIES, bearer, responses, success } from './route-schemas.ts'

/** What the OpenAPI document says of the outbox and the reports. Nothing here validates. */

const paging = {
  page: { type: 'integer', minimum: 1, default: 1 },
  per_page: { type: 'integer', minimum: 1, default: 25, description: 'At most 100.' },
}
const pagedMeta = {
  type: 'object',
  required: ['total', 'page', 'per_page', 'pages'],
  properties: {
    total: { type: 'integer' },
    page: { type: 'integer' },
    per_page: { type: 'integer' },
    pages: { type: 'integer' },
  },
}
const rows = { type: 'array', items: { type: 'object' } }
const idPath = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

export const outbox = {
  tags: ['outbox'],
  summary: 'The mails and webhooks of the company, newest first; for its administrator',
  security: bearer,
  querystring: {
    type: 'object',
    properties: { ...paging, estado: { type: 'string', enum: ['pendiente', 'enviada', 'muerta'] } },
  },
  response: responses({ 200: success(rows, pagedMeta) }, 401, 403, 422),
}

export const retryOutbox = {
  tags: ['outbox'],
  summary: 'Try a message anew that was given up',
  security: bearer,
  params: idPath,
  response: responses({ 200: success({ type: 'object' }) }, ...OF_BODIES, 401, 403, 404, 409),
}

export const subscriptionSecret = {
  tags: ['outbox'],
  summary: 'The secret that the calls of a SuscripcionEvento are signed with',
  security: bearer,
  params: idPath,
  response: responses({ 200: success({ type: 'object', required: ['secreto'] }) }, 401, 403, 404),
}

export const pendingApprovals = {
  tags: ['reports'],
  summary: 'The purchases that wait for the approval of the caller, oldest first',
  security: bearer,
  querystring: { type: 'object', properties: paging },
  response: responses({ 200: success(rows, pagedMeta) }, 401, 403, 422),
}

export const trialBalance = {
  tags: ['reports'],
  summary: 'Trial balance: opening balance, debits, credits and closing balance by account',
  security: bearer,
  querystring: {
    type: 'object',
    properties: {
      periodo: { type: 'integer', description: 'A PeriodoContable; instead of desde and hasta.' },
      desde: { type: 'string', format: 'date' },
      hasta: { type: 'string', format: 'date' },
    },
  },
  response: responses(
    {
      200: success(rows, {
        type: 'object',
        required: ['desde', 'hasta', 'total_cargos', 'total_abonos'],
        properties: { total_cargos: { type: 'number' }, total_abonos: { type: 'number' } },
      }),
    },
    401,
    403,
    404,
    422,
  ),
}

export const auditTrail = {
  tags: ['reports'],
  summary: 'What happened to a record, newest first',
  security: bearer,
  params: {
    type: 'object',
    required: ['modelo', 'id'],
    properties: { modelo: { type: 'string' }, id: { type: 'integer', minimum: 1 } },
  },
  querystring: { type: 'object', properties: paging },
  response: responses({ 200: success(rows, pagedMeta) }, 401, 403, 404, 422),
}
